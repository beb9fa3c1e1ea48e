import { Pool } from 'undici'
import { datasetDays, datasetStartMs } from './dataset'
import type { Target } from './search-measure'

export interface ExportFigure {
  rows: number
  perSecond: number
  /** Time until the first rows arrive. */
  firstMs: number
  /** Peak memory of the server during that time. */
  memoryMbMax: number
  ok: boolean
}

const rowsWanted = 100_000
const dayMs = 86_400_000
const newline = '\n'.charCodeAt(0)

/** Reads the CSV of some 100,000 rows as fast as the server sends it. */
export async function measureExport(target: Target, rows: number, readMemoryMb: () => number): Promise<ExportFigure> {
  const days = Math.min(datasetDays / 2, (rowsWanted / rows) * datasetDays)
  const from = new Date(datasetStartMs + 100 * dayMs)
  const range = `${from.toISOString()}..${new Date(from.getTime() + days * dayMs).toISOString()}`
  const path = `/api/inspections/export?${new URLSearchParams({ modified: range }).toString()}`
  const pool = new Pool(target.origin, { connections: 1 })
  const startedAt = performance.now()
  let memoryMbMax = readMemoryMb()
  const watch = setInterval(() => {
    memoryMbMax = Math.max(memoryMbMax, readMemoryMb())
  }, 250)
  try {
    const answer = await pool.request({ path, method: 'GET', headers: target.headers })
    let firstMs = 0
    let lines = 0
    for await (const part of answer.body) {
      if (firstMs === 0) firstMs = performance.now() - startedAt
      for (const byte of part as Buffer) if (byte === newline) lines += 1
    }
    // Its header is not a row.
    const read = lines - 1
    return {
      rows: read,
      perSecond: read / ((performance.now() - startedAt) / 1_000),
      firstMs,
      memoryMbMax,
      ok: answer.statusCode === 200 && read > Math.min(rowsWanted, rows / 2) * 0.9,
    }
  } finally {
    clearInterval(watch)
    await pool.close()
  }
}
