import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import * as z from 'zod'
import type { Database } from '@/lib/db/types'
import { columns, fieldOf } from '@/lib/inspections/columns'
import { provideInCache } from '../provide'

const version = '5.15.4'
const packages = {
  'react-admin': version,
  'ra-data-simple-rest': '5.15.3',
  react: '19.3.1',
  'react-dom': '19.3.1',
}

export const reactAdminName = `react-admin ${version}`

/** The columns that our list shows first. */
const shown = columns.filter((column) => 'isShownFirst' in column)

/** This program is a text and not a file, because its packages exist only in the cache folder. */
const program = `
import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, fetchUtils, List, Resource, TextField, TextInput } from 'react-admin'
import simpleRestProvider from 'ra-data-simple-rest'

// With its own choice, Content-Range, it asks for ranges, which browsers want uncompressed.
const rows = simpleRestProvider('/rows', fetchUtils.fetchJson, 'X-Total-Count')
const filters = [<TextInput source="q" alwaysOn />]
const Inspections = () => (
  <List filters={filters} perPage={50} sort={{ field: 'modified', order: 'DESC' }}>
    <Datagrid>
      ${shown.map(({ id, label }) => `<TextField source="${id}" label="${label}" className="cell" />`).join('\n      ')}
    </Datagrid>
  </List>
)
createRoot(document.getElementById('root')).render(
  <Admin dataProvider={rows} disableTelemetry>
    <Resource name="inspections" list={Inspections} />
  </Admin>,
)
`

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inspections</title>
<meta name="viewport" content="width=device-width"></head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`

/** Bundles the list into one file, without unused code. */
async function bundle(): Promise<Buffer> {
  const folder = provideInCache(`react-admin-${version}`, packages)
  const entry = path.join(folder, 'main.jsx')
  writeFileSync(entry, program)
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('esbuild wrote no file')
  return Buffer.from(file.contents)
}

const range = z.tuple([z.number().int().min(0), z.number().int().min(0)])
const rowsSql = `select audit_id as id, ${shown.map(({ id }) => `${fieldOf(id).sql} as "${id}"`).join(', ')} from inspections
  where missing_at is null order by modified_at desc, audit_id desc limit $1 offset $2`

/**
 * Reads the rows of one page, as ra-data-simple-rest requests them. The total is counted once, because our list also
 * remembers its total.
 */
function createRows(db: Database) {
  const counting = db.query<{ total: number }>(
    'select count(*)::int as total from inspections where missing_at is null',
  )
  return async (asked: URLSearchParams) => {
    const [from, to] = range.parse(JSON.parse(asked.get('range') ?? '[0,49]'))
    const [{ rows }, counted] = await Promise.all([db.query(rowsSql, [to - from + 1, from]), counting])
    return { body: gzipSync(JSON.stringify(rows)), total: counted.rows[0]?.total ?? 0 }
  }
}

/** Serves the built list of react-admin over the rows of a console's database. */
export async function startReactAdmin(db: Database): Promise<{ url: string } & AsyncDisposable> {
  const files: Readonly<Record<string, [type: string, body: Buffer]>> = {
    '/': ['text/html', gzipSync(page)],
    '/main.js': ['text/javascript', gzipSync(await bundle())],
  }
  const readRows = createRows(db)
  const server = http.createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost')
    const [type, body] = files[asked.pathname] ?? []
    if (type !== undefined) response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body)
    else if (asked.pathname !== '/rows/inspections') response.writeHead(404).end()
    else
      readRows(asked.searchParams).then(
        (rows) =>
          response
            .writeHead(200, {
              'content-type': 'application/json',
              'content-encoding': 'gzip',
              'x-total-count': rows.total,
            })
            .end(rows.body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
