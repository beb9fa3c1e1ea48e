import { expect, it } from 'vitest'
import { startBench, testNow } from '@/lib/standin/testing'
import { planPages, reachOverHttp } from './testing'
import { makeDisk, runExporter, type ExporterRun } from './testing-exporter'
import { PythonSdk } from './testing-python-sdk'

it('the official exporter writes every format of 2,204 completed inspections out of 2,400 in three runs', async () => {
  await using bench = await startBench()
  const { control } = bench.standin
  control.exports.set({ takesMs: 0 })
  const sdk = new PythonSdk(reachOverHttp(bench.standin))
  const { total } = (await bench.json('/audits/search?completed=true&limit=1')) as { total: number }
  expect([control.truth('both').length, total]).toEqual([2_400, 2_204])
  const own = await sdk.listPreferences()
  const preferences = new Map(own.slice(0, 6).map(({ id }) => [id.split(':')[0] ?? '', id]))

  const disk = makeDisk()
  const runs: ExporterRun[] = []
  for (let last: ExporterRun | undefined; last === undefined || last.total > last.rows; runs.push(last)) {
    const marker = last === undefined ? {} : { marker: last.marker }
    last = await runExporter(sdk, disk, { nowMs: testNow + 3_600_000, atOnce: 8, preferences, ...marker })
  }
  const completed = control.truth().filter(({ audit_id: id }) => disk.json.has(id))
  expect(runs.map(({ rows }) => rows)).toEqual(planPages(completed))
  expect(runs.map(({ rows }) => rows).slice(0, 2)).toEqual([1_000, 1_000])
  const fetched = runs.reduce((sum, { rows }) => sum + rows, 0)
  expect(fetched).toBeGreaterThanOrEqual(total + 2)

  for (const document of disk.json.values()) expect(document.audit_data['date_completed']).not.toBeNull()
  for (const kind of ['json', 'pdf', 'docx', 'links'] as const) expect([kind, disk[kind].size]).toEqual([kind, total])
  // One file per template. Rows at page edges are in it twice, because the exporter appends to its files.
  expect(disk.csv.size).toBe(12)
  const rows = [...disk.csv.values()].flat()
  expect([rows.length, new Set(rows)]).toEqual([fetched, new Set(disk.json.keys())])
  expect(control.exports.signedWithToken).toBe(2 * fetched)
  expect(disk.media.size).toBeGreaterThan(5_000)
  expect([...new Set(disk.media.values())].toSorted()).toEqual([
    'application/pdf',
    'image/heic',
    'image/jpeg',
    'image/png',
    'video/mp4',
  ])
  expect(disk.missing.size).toBeGreaterThan(0)
}, 900_000)
