import { columnOf, guessMapping } from '@/lib/user-jobs/sheet/columns'
import { writeCsv } from '@/lib/user-jobs/parse/files'
import { readTable } from '@/lib/user-jobs/parse/parse'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import { readSheetFile } from '@/lib/user-jobs/parse/read'
import { makeWorkbook } from '@/lib/user-jobs/parse/testing-files'
import { toUsers } from '@/lib/user-jobs/sheet/to-users'
import { createValidator } from '@/lib/user-jobs/sheet/validate'
import { percentile } from './search-measure'
import { say, writeResults } from './tools'

const users = 10_000
const readMsMax = 2_000
const editMsMax = 8
const rounds = 7

const header = [
  'email',
  'first_name',
  'last_name',
  'password',
  'seat_type',
  'timezone',
  'status',
  'language',
  'permission_set',
  'groups',
  'sites',
  'attribute: Shift',
]
const zones = ['Europe/London', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney', 'Europe/Londn']

function makeRow(index: number): string[] {
  return [
    index % 83 === 0 ? `bad address ${index}` : `person.${index % (users - 10)}@example.com`,
    `First ${index}`,
    `Last ${index}`,
    `password ${index}`,
    index % 100 === 3 ? 'Premum' : 'Full',
    zones[index % 97 === 0 ? 4 : index % 4] ?? '',
    'Active',
    'English (UK)',
    'Standard user',
    `Night shift; First aiders; Team ${index % 50}`,
    `Leeds; Site ${index % 300}`,
    'Night',
  ]
}

const measure = (work: () => unknown) => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** How soon a file of 10,000 users and 12 columns is read, mapped and checked, and what an edit costs then. */
export async function benchUsers(): Promise<boolean> {
  const rows = Array.from({ length: users }, (_, index) => makeRow(index))
  const files = {
    csv: new TextEncoder().encode(writeCsv(header, rows)),
    xlsx: makeWorkbook([{ name: 'Users', rows: [header, ...rows] }]),
  }
  const reads = []
  for (const [name, bytes] of Object.entries(files)) {
    const times: number[] = []
    let heapBytes = 0
    let faults = 0
    for (let round = 0; round < rounds; round += 1) {
      globalThis.gc?.()
      const heapBefore = process.memoryUsage().heapUsed
      const startedAt = performance.now()
      const { read } = await readSheetFile({ bytes })
      times.push(performance.now() - startedAt)
      heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed - heapBefore)
      if (read?.table.rows.length !== users) throw new Error(`${name}: not all rows were read`)
      faults = read.faults.length
    }
    const megabytes = heapBytes / 1_000_000
    reads.push({
      name,
      fileBytes: bytes.length,
      faults,
      first: times[0] ?? 0,
      p50: percentile(times, 0.5),
      worst: Math.max(...times),
      megabytes,
    })
  }

  const { table } = await readTable({ bytes: files.csv })
  if (table === null) throw new Error('the file was not read')
  const sheet = createSheet(table)
  const mapping = guessMapping(table.header)
  const validator = createValidator({ sheet, mapping })
  const whole = measure(() => validator.step())
  const keys = Array.from({ length: 300 }, (_, index) =>
    measure(() => {
      sheet.setCell(1 + ((index * 37) % users), index % 4, `typed ${index}@example.com`)
      validator.step()
    }),
  )
  const edits = {
    'check all rows': whole,
    'a key press, p50': percentile(keys, 0.5),
    'a key press, worst': Math.max(...keys),
    'fill a column': measure(() => sheet.fillDown(sheet.rowIds, columnOf(mapping, 'timezone'))),
    'undo it': measure(() => sheet.undo()),
    'find and replace in all': measure(() => sheet.replace({ find: 'night' }, 'day')),
    'check what that touched': measure(() => validator.step()),
    'make the job of it': measure(() => toUsers(sheet, mapping)),
  }

  for (const { name, fileBytes, faults, first, p50, worst, megabytes } of reads)
    say(
      `${name.padEnd(5)} ${(fileBytes / 1_000_000).toFixed(1)} MB, ${users} rows, ${faults} faults: first ${first.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms, worst ${worst.toFixed(0)} ms, heap +${megabytes.toFixed(0)} MB`,
    )
  for (const [name, ms] of Object.entries(edits)) say(`${name.padEnd(26)} ${ms.toFixed(1).padStart(7)} ms`)
  const ok = reads.every(({ worst }) => worst < readMsMax) && edits['a key press, p50'] < editMsMax
  say(
    ok
      ? `Every file is read in under ${readMsMax} ms.`
      : `Some file takes ${readMsMax} ms or longer, or a key press ${editMsMax} ms.`,
  )
  writeResults('users', { users, columns: header.length, reads, edits, ok })
  return ok
}
