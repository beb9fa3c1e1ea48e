import 'server-only'
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { copyOut } from '@/lib/db/copy'

/** A table with its stored columns. Generated columns are left out, because PostgreSQL computes them. */
export interface BackupTable {
  name: string
  columns: string[]
}

/** The migrations fill this table, so its rows are not part of a backup. */
const migrationsTable = 'schema_migrations'

/** The tables of the console, by name. */
export async function listTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> $1
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname collate "C"`,
    [migrationsTable],
  )
  return rows
}

export function nameColumns(client: Client, { columns }: BackupTable): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}

export interface TableSum {
  rows: number
  sha256: string
}

/**
 * Counts the rows and computes the SHA-256 of bytes that COPY writes. Each newline ends a row, because newlines inside
 * values are escaped.
 */
export function createTableSum(): { add: (bytes: Buffer) => void; end: () => TableSum } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (bytes) => {
      hash.update(bytes)
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) rows += 1
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** The stored rows as COPY writes them, in their physical order. */
export function copyTable(client: Client, table: BackupTable): AsyncGenerator<Buffer> {
  return copyOut(client, `copy ${client.escapeIdentifier(table.name)} (${nameColumns(client, table)}) to stdout`)
}
