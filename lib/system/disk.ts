import 'server-only'
import { statfs } from 'node:fs/promises'
import type { Database } from '@/lib/db/types'

/** Bytes that can still be written. */
export interface FreeDisk {
  /** On the disk of DATA_DIR. */
  data: number
  /** On the disk of the embedded PostgreSQL; null for a database server of the organization. */
  database: number | null
}

async function readFree(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(/* turbopackIgnore: true */ dir)
  return bavail * bsize
}

/** @throws when DATA_DIR is missing or the database does not respond */
export async function readFreeDisk(db: Pick<Database, 'kind' | 'query'>, dataDir: string): Promise<FreeDisk> {
  const data = await readFree(dataDir)
  if (db.kind === 'server') return { data, database: null }
  // Its folder may be on another disk, because PostgreSQL does not run as root (lib/db/embedded/place.ts).
  const { rows } = await db.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
  return { data, database: await readFree(rows[0]?.dir ?? dataDir) }
}

/** The bytes that can still be written on the fuller of the two disks. */
export const smallestFree = ({ data, database }: FreeDisk) => Math.min(data, database ?? data)
