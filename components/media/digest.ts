/** Browsers offer cryptography only on localhost and on pages loaded by HTTPS. */
export function canDigest(): boolean {
  return typeof crypto !== 'undefined' && typeof crypto.subtle === 'object'
}

/** SHA-256 of a file, as 64 hexadecimal digits. */
export async function digestSha256(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
