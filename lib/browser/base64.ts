/** Longer lists of arguments overflow the stack of some browsers. */
const pieceBytes = 8_192

/** Bytes in Base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes))
  return btoa(text)
}
