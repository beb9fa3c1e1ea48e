/**
 * Reads mails for the demo's mailbox: headers, and the plain text among the parts. It supports only what this console
 * writes. Another mail may be read incompletely, but the result is always plain text.
 */
export function readMessage(source: string): { from: string; to: string; subject: string; text: string } {
  const { headers, body } = splitPart(source)
  const { text } = findText(headers, body)
  const header = (name: string) => decodeWords(headers.get(name) ?? '')
  return { from: header('from'), to: header('to'), subject: header('subject'), text }
}

interface Part {
  headers: ReadonlyMap<string, string>
  body: string
}

function splitPart(source: string): Part {
  const at = source.search(/\r?\n\r?\n/)
  const head = at === -1 ? source : source.slice(0, at)
  const body = at === -1 ? '' : source.slice(at).replace(/^\r?\n\r?\n/, '')
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body }
}

function findText(headers: Part['headers'], body: string): { text: string } {
  const type = headers.get('content-type') ?? 'text/plain'
  const [, boundary] = /boundary="?([^";]+)"?/i.exec(type) ?? []
  if (boundary === undefined) return { text: decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit') }
  const parts = body
    .split(`--${boundary}`)
    .slice(1)
    .map((part) => splitPart(part.replace(/^\r?\n/, '')))
  const plain = parts.find((part) => /^text\/plain/i.test(part.headers.get('content-type') ?? ''))
  return plain === undefined ? { text: '' } : findText(plain.headers, plain.body)
}

function decodeBody(body: string, encoding: string): string {
  const how = encoding.toLowerCase()
  if (how === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const text = how === 'quoted-printable' ? decodeQuoted(body.replaceAll(/=\r?\n/g, '')) : body
  return text.replaceAll('\r\n', '\n').trimEnd()
}

/** `=C3=A9` as its bytes. */
function decodeQuoted(text: string): string {
  return text.replaceAll(/(?:=[0-9A-F]{2})+/gi, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'))
}

/** `=?UTF-8?Q?caf=C3=A9?=` (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}
