import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { en } from '@/lib/testing/english'
import { describeProblem } from '@/lib/user-jobs/sheet/issue-view'
import { readTable, type ReadChoices } from './parse'
import { parseBlock } from './text'
import { makeWorkbook } from './testing-files'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'userJobs', onError: fail })
function fail(error: Error): never {
  throw error
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function readGood(given: string | Uint8Array, choices?: ReadChoices) {
  const { table, problem } = await readTable({ bytes: typeof given === 'string' ? bytesOf(given) : given }, choices)
  if (table === null) throw new Error(problem.key)
  return table
}
async function readBad(given: string | Uint8Array) {
  const { table, problem } = await readTable({ bytes: typeof given === 'string' ? bytesOf(given) : given })
  if (problem === null) throw new Error(`read ${table.rows.length} rows`)
  return problem
}

describe('the reader of text files', () => {
  it('reads cells with quotes, delimiters and line breaks', async () => {
    const { header, rows, lines, notes } = await readGood('email,name\r\na@x.co,"Smith, ""Al""\r\nJr"\r\nb@x.co,Bo\r\n')
    expect(header).toEqual(['email', 'name'])
    expect(rows).toEqual([
      ['a@x.co', 'Smith, "Al"\nJr'],
      ['b@x.co', 'Bo'],
    ])
    expect(lines).toEqual([1, 2])
    expect(notes).toMatchObject({
      kind: 'text',
      encoding: 'utf-8',
      delimiter: ',',
      blankRows: 0,
      hasLooseQuotes: false,
    })
  })

  it.each([',', ';', '\t', '|'] as const)(
    'detects the delimiter %j, and reads with another one on request',
    async (delimiter) => {
      const text = ['email', 'first name', 'groups'].join(delimiter) + '\n' + ['a@x.co', 'Al', 'x'].join(delimiter)
      const { rows, notes } = await readGood(text)
      expect(notes.delimiter).toBe(delimiter)
      expect(rows).toEqual([['a@x.co', 'Al', 'x']])
      const other = delimiter === '|' ? ';' : '|'
      expect((await readGood(text, { delimiter: other })).header).toHaveLength(1)
    },
  )

  it('keeps semicolons within cells of a comma-separated file, and commas within cells of a semicolon-separated one', async () => {
    expect((await readGood('email,groups,sites\na@x.co,A;B;C,X;Y\nb@x.co,A;B;C,X;Y')).notes.delimiter).toBe(',')
    expect((await readGood('email;groups;sites\na@x.co;A,B,C;X,Y,Z,W,V\n')).notes.delimiter).toBe(';')
  })

  it('is not misled by another delimiter at the edge of a quoted cell', async () => {
    expect(await readGood('!,"|id "\n"|",x')).toMatchObject({ header: ['!', '|id'], rows: [['|', 'x']] })
  })

  it('uses the delimiter that the first line names', async () => {
    const { header, notes } = await readGood('sep=;\r\nemail;a,b\r\nx@y.co;1,2\r\n')
    expect(header).toEqual(['email', 'a,b'])
    expect(notes.delimiter).toBe(';')
  })

  it.each([
    ['utf-8', bytesOf('email,name\nz@x.co,Žofie')],
    ['utf-8', bytesOf('\uFEFFemail,name\nz@x.co,Žofie')],
    ['utf-16le', Uint8Array.from(Buffer.from('email,name\nz@x.co,Žofie', 'utf16le'))],
    ['utf-16le', Uint8Array.from(Buffer.from('\uFEFFemail,name\nz@x.co,Žofie', 'utf16le'))],
    ['utf-16be', Uint8Array.from(Buffer.from('email,name\nz@x.co,Žofie', 'utf16le').swap16())],
    ['utf-16be', Uint8Array.from(Buffer.from('\uFEFFemail,name\nz@x.co,Žofie', 'utf16le').swap16())],
  ] as const)('detects %s', async (encoding, bytes) => {
    const { header, rows, notes } = await readGood(bytes)
    expect(notes.encoding).toBe(encoding)
    expect(header[0]).toBe('email')
    expect(rows).toEqual([['z@x.co', 'Žofie']])
  })

  // The text has no bytes between 0x80 and 0x9f, because Node 20 reads windows-1252 as ISO 8859-1. Browsers do not.
  it('detects windows-1252 if it is not UTF-8', async () => {
    const { rows, notes } = await readGood(Uint8Array.from([...bytesOf('email,name\nz@x.co,Zo'), 0xeb]))
    expect(notes.encoding).toBe('windows-1252')
    expect(rows).toEqual([['z@x.co', 'Zoë']])
  })

  it('reads in the encoding that a person chooses', async () => {
    const { rows } = await readGood(bytesOf('email,name\na@x.co,é'), { encoding: 'windows-1252' })
    expect(rows).toEqual([['a@x.co', 'Ã©']])
  })

  it('counts blank rows and keeps the line numbers of the others', async () => {
    const { lines, notes } = await readGood('email,name\n\na@x.co,A\n,\n  ,\nb@x.co,B\n,,,\n')
    expect(lines).toEqual([2, 5])
    expect(notes.blankRows).toBe(4)
  })

  it('reports ragged rows, keeps cells beyond the header and drops empty ends', async () => {
    const { header, rows, notes } = await readGood('email,name,,\na@x.co\nb@x.co,B,more\nc@x.co,C,,,\n')
    expect(header).toEqual(['email', 'name', 'Column 3'])
    expect(rows).toEqual([
      ['a@x.co', '', ''],
      ['b@x.co', 'B', 'more'],
      ['c@x.co', 'C', ''],
    ])
    expect(notes.raggedRows).toEqual({ count: 2, firstLines: [1, 2] })
    expect(notes.unnamedColumns).toEqual([2])
  })

  it('reports duplicate headers with their columns', async () => {
    const { notes } = await readGood('Email,name,email\na@x.co,A,b@x.co')
    expect(notes.duplicateHeads).toEqual([{ head: 'Email', columns: [0, 2] }])
  })

  it('loses no row to a quote that is never closed', async () => {
    const { rows, notes } = await readGood('email,name\na@x.co,"5 inch\nb@x.co,B\nc@x.co,"C, ""D"""\n')
    expect(rows).toEqual([
      ['a@x.co', '"5 inch'],
      ['b@x.co', 'B'],
      ['c@x.co', 'C, "D"'],
    ])
    expect(notes.hasLooseQuotes).toBe(true)
  })

  it('loses no row to an unclosed quote that reaches to the end', async () => {
    const { rows } = await readGood('email,name\na@x.co,A\nb@x.co,"5 inch\nc@x.co,C\n')
    expect(rows).toEqual([
      ['a@x.co', 'A'],
      ['b@x.co', '"5 inch'],
      ['c@x.co', 'C'],
    ])
    expect((await readGood('email,name\na@x.co,"5 inch')).rows).toEqual([['a@x.co', '"5 inch']])
  })

  it('keeps quotes within text', async () => {
    expect((await readGood('email,name\na@x.co,5" pipe\nb@x.co,B')).rows[0]).toEqual(['a@x.co', '5" pipe'])
  })

  it('removes NULs and lone surrogates and says in how many cells', async () => {
    const { table } = await readTable({ text: 'email\tname\na@x.co\tA\0\uD800b' })
    expect(table?.rows).toEqual([['a@x.co', 'A\uFFFDb']])
    expect(table?.notes.cleanedCells).toBe(1)
  })

  it('removes the apostrophe that guards against formulas, but not from a password', async () => {
    const { rows, notes } = await readGood("email,name,password\na@x.co,'=1+1,'=secret\nb@x.co,'tis,x")
    expect(rows).toEqual([
      ['a@x.co', '=1+1', "'=secret"],
      ['b@x.co', "'tis", 'x'],
    ])
    expect(notes.unguardedCells).toBe(1)
  })

  it('reads all of 12,000 rows and says how many are too many', async () => {
    const text = `email\n${Array.from({ length: 12_000 }, (_, index) => `u${index}@x.co`).join('\n')}`
    const { rows, notes } = await readGood(text)
    expect(rows).toHaveLength(12_000)
    expect(notes.rowsOverLimit).toBe(2_000)
  })

  it('reads 1,000 columns, and refuses more', async () => {
    const heads = Array.from({ length: 1_000 }, (_, index) => `h${index}`)
    expect((await readGood(`${heads.join(',')}\n${heads.join(',')}`)).header).toHaveLength(1_000)
    expect(await readBad(`${heads.join(',')},one\n${heads.join(',')},1`)).toMatchObject({
      code: 'too-many-columns',
      values: { count: 1_001, max: 1_000 },
    })
  })
})

describe('the reader of other files', () => {
  it.each([
    ['empty', ''],
    ['empty', '\n \n'],
    ['empty', '\uFEFF'],
    ['no-rows', 'email,name\n'],
    ['no-rows', 'email,name\n,\n\n'],
    ['not-a-table', '%PDF-1.7\n…'],
    ['not-a-table', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['not-a-table', '<!doctype html><table><tr><td>x'],
    ['not-a-table', '[{"email":"a@x.co"}]'],
    ['not-a-table', Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)],
    ['old-excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
    ['protected', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, ...Buffer.from('EncryptedPackage', 'utf16le')])],
  ] as const)('reports the problem %s', async (code, given) => {
    const problem = await readBad(given)
    expect(problem.code).toBe(code)
    expect(describeProblem(t, problem)).toMatch(/\.$/u)
  })
})

describe('the reader of workbooks', () => {
  const rows = [
    ['email', 'name'],
    ['a@x.co', 'Al & Bo <3'],
  ]

  it('reads the first sheet that is not hidden and names the others', async () => {
    const bytes = makeWorkbook([
      { name: 'Notes', rows: [['no']], isHidden: true },
      { name: 'Users & co', rows },
      { name: 'More', rows: [['email'], ['m@x.co']] },
    ])
    const { header, rows: read, notes } = await readGood(bytes)
    expect(header).toEqual(['email', 'name'])
    expect(read).toEqual([['a@x.co', 'Al & Bo <3']])
    expect(notes).toMatchObject({ kind: 'xlsx', encoding: null, sheet: 'Users & co', sheets: ['Users & co', 'More'] })
    expect((await readGood(bytes, { sheet: 'More' })).rows).toEqual([['m@x.co']])
  })

  it('shows numbers, dates and booleans as people see them', async () => {
    const bytes = makeWorkbook(
      [
        {
          name: 'S',
          rows: [
            ['email', 'a', 'b', 'c', 'd', 'e', 'f', 'g'],
            [
              'a@x.co',
              447_700_900_123,
              0.1 + 0.2,
              { raw: '<c r="@" s="0"><v>42</v></c>' },
              { raw: '<c r="@" s="1"><v>45981</v></c>' },
              { raw: '<c r="@" s="1"><v>45981.5</v></c>' },
              { raw: '<c r="@" t="b"><v>1</v></c>' },
              { raw: '<c r="@" t="e"><v>#N/A</v></c>' },
            ],
          ],
        },
      ],
      ['00000', 'yyyy-mm-dd'],
    )
    const { rows: read, notes } = await readGood(bytes)
    expect(read).toEqual([['a@x.co', '447700900123', '0.3', '00042', '2025-11-20', '2025-11-20 12:00', 'TRUE', '#N/A']])
    expect(notes.errorCells).toBe(1)
  })

  it('marks each cell that cannot be read, and reads all others', async () => {
    const bad = [
      '<c r="@" t="s"><v>99</v></c>',
      '<c r="@" t="str"><f>A1</f></c>',
      '<c r="@" t="b"><v>maybe</v></c>',
      '<c r="@" t="odd"><v>1</v></c>',
    ]
    const bytes = makeWorkbook(
      [
        {
          name: 'S',
          rows: [
            ['email', 'a', 'b', 'c', 'd', 'e'],
            ['a@x.co', ...bad.map((raw) => ({ raw })), { raw: '<c r="@" s="77"><v>42</v></c>' }],
            ['b@x.co', 1, 'B', { raw: '<c r="@" s="1"><v>45981</v></c>' }, '', 'last'],
          ],
        },
      ],
      ['00000', 'yyyy-mm-dd'],
    )
    const { rows: read, notes } = await readGood(bytes)
    expect(read).toEqual([
      ['a@x.co', ...bad.map(() => '#UNREADABLE!'), '42'],
      ['b@x.co', '1', 'B', '2025-11-20', '', 'last'],
    ])
    expect(notes.errorCells).toBe(4)
  })

  it('does not fill memory with the empty cells of a sheet that is colored to its last row', async () => {
    const coloured = makeWorkbook([
      { name: 'S', rows: [...rows, [{ raw: '<c r="Z1048576" s="0"/>' }, { raw: '<c r="XFD1048576"></c>' }]] },
    ])
    expect((await readGood(coloured)).rows).toHaveLength(1)
    const far = makeWorkbook([{ name: 'S', rows: [...rows, [{ raw: '<c r="ALL1048576"><v>1</v></c>' }]] }])
    expect(await readBad(far)).toMatchObject({ code: 'too-large' })
  })

  it('stops unpacking at its budget', { tags: ['full'] }, async () => {
    const bomb = await deflate(new Uint8Array(200_000_000))
    const bytes = makeWorkbook([{ name: 'S', rows }])
    const problem = await readBad(swapEntry(bytes, 'xl/worksheets/sheet1.xml', bomb))
    expect(problem).toMatchObject({ code: 'too-large', key: 'tooLargeInside' })
  })

  it('recognizes other kinds of zip files, and a truncated workbook', async () => {
    const bytes = makeWorkbook([{ name: 'S', rows }])
    expect(await readBad(bytes.slice(0, bytes.length - 40))).toMatchObject({ code: 'broken' })
    expect(await readBad(makeWorkbook([]))).toMatchObject({ code: 'no-sheet' })
    expect(await readBad(makeWorkbook([{ name: 'S', rows: [] }]))).toMatchObject({ code: 'empty' })
  })
})

describe('a pasted block', () => {
  it('is split at tabs and lines, with quotes where a cell has them', () => {
    expect(parseBlock('a\tb\r\n"c\nd"\te\r\n')).toEqual([
      ['a', 'b'],
      ['c\nd', 'e'],
    ])
    expect(parseBlock('"just" a, text')).toEqual([['"just" a, text']])
  })
})

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** The archive with one entry that claims to be this deflated content, appended behind the others. */
function swapEntry(archive: Uint8Array, name: string, packed: Uint8Array): Uint8Array {
  const encoded = new TextEncoder().encode(name)
  const whole = Buffer.concat([archive.subarray(0, 0), encodeLocal(encoded, packed), archive])
  const shift = 30 + encoded.length + packed.length
  const end = whole.length - 22
  const directoryAt = whole.readUInt32LE(end + 16) + shift
  whole.writeUInt32LE(directoryAt, end + 16)
  for (let at = directoryAt; at < end;) {
    const nameBytes = whole.readUInt16LE(at + 28)
    const isIt = whole.subarray(at + 46, at + 46 + nameBytes).equals(encoded)
    whole.writeUInt32LE(isIt ? 0 : whole.readUInt32LE(at + 42) + shift, at + 42)
    if (isIt) {
      whole.writeUInt16LE(8, at + 10)
      whole.writeUInt32LE(packed.length, at + 20)
      // Ten bytes is not the true size.
      whole.writeUInt32LE(10, at + 24)
    }
    at += 46 + nameBytes
  }
  return Uint8Array.from(whole)
}

function encodeLocal(name: Uint8Array, packed: Uint8Array): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name, packed])
}
