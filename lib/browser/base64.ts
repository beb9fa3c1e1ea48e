/** Some browsers run out of stack with longer lists of arguments. */
const pieceBytes = 8_192

/** Encodes bytes as Base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes))
  return btoa(text)
}
