import type { ExplorerRequest } from './schema'

/** Writes a request as code to paste elsewhere. The code never contains the token, but reads it from $TOKEN. */

/** Any text as one word of a POSIX shell. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A command for a POSIX shell. $BASE_URL is the address of the API. */
export function toCurl({ method, path, body }: ExplorerRequest, isFile = false): string {
  return [
    `curl --request ${method} "$BASE_URL"${quoteShell(path)}`,
    '--header "Authorization: Bearer $TOKEN"',
    ...(body === null ? [] : ["--header 'Content-Type: application/json'", `--data-raw ${quoteShell(body)}`]),
    ...(isFile ? ['--output answer.bin'] : []),
  ].join(' \\\n  ')
}

/** A call in TypeScript, for any runtime with `fetch`. */
export function toTypeScript({ method, path, body }: ExplorerRequest, isFile = false): string {
  const headers = [
    // oxlint-disable-next-line no-template-curly-in-string -- it is the text of a template
    '    authorization: `Bearer ${process.env.TOKEN}`,',
    ...(body === null ? [] : ["    'content-type': 'application/json',"]),
  ]
  return [
    `const response = await fetch(process.env.BASE_URL + ${JSON.stringify(path)}, {`,
    `  method: ${JSON.stringify(method)},`,
    '  headers: {',
    ...headers,
    '  },',
    ...(body === null ? [] : [`  body: ${writeBody(body)},`]),
    '})',
    // oxlint-disable-next-line no-template-curly-in-string -- it is the text of a template
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    isFile ? 'const file: Blob = await response.blob()' : 'const answer: unknown = await response.json()',
    '',
  ].join('\n')
}

function writeBody(body: string): string {
  try {
    return `JSON.stringify(${JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\n  ')})`
  } catch {
    return JSON.stringify(body)
  }
}
