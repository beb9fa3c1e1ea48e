import 'server-only'
import { statfs } from 'node:fs/promises'
import type { Database } from '@/lib/db/types'

/** Bytes that may still be written. */
export interface FreeDisk {
  /** Where DATA_DIR lies. */
  data: number
  /** Where the private PostgreSQL stores its files; null for a server of the organization. */
  database: number | null
}

async function readFree(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(/* turbopackIgnore: true */ dir)
  return bavail * bsize
}

/** @throws when DATA_DIR is missing or the database does not answer */
export async function readFreeDisk(db: Pick<Database, 'kind' | 'query'>, dataDir: string): Promise<FreeDisk> {
  const data = await readFree(dataDir)
  if (db.kind === 'server') return { data, database: null }
  // Its folder may lie on another disk: PostgreSQL does not run as root (lib/db/embedded/place.ts).
  const { rows } = await db.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
  return { data, database: await readFree(rows[0]?.dir ?? dataDir) }
}

/** On the fuller of both. */
export const smallestFree = ({ data, database }: FreeDisk) => Math.min(data, database ?? data)
