import { describe, expect, it } from 'vitest'
import { checkCron, listTimes, writeFileName } from './cron-model'
import { newSchedule } from './schema'

const at = (text: string) => Date.parse(text)
const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString())

describe('the times of a schedule', () => {
  it('follow the local time of its zone, before and after a clock change', () => {
    expect(iso(listTimes('0 6 * * 1-5', 'Europe/Berlin', at('2026-10-23T00:00:00Z'), 3))).toEqual([
      '2026-10-23T04:00:00.000Z',
      '2026-10-26T05:00:00.000Z',
      '2026-10-27T05:00:00.000Z',
    ])
  })

  it('occur once when a clock change repeats their hour, and once on the day when it skips their hour', () => {
    const october = listTimes('30 2 * * *', 'Europe/Berlin', at('2026-10-24T12:00:00Z'), 2)
    expect(iso(october)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
    const march = iso(listTimes('30 2 * * *', 'Europe/Berlin', at('2026-03-28T12:00:00Z'), 2))
    expect(march.map((time) => time.slice(0, 10))).toEqual(['2026-03-29', '2026-03-30'])
  })

  it.each([
    ['', 'Write five fields'],
    ['* * *', 'Write five fields'],
    ['0 0 6 * * *', 'Write five fields'],
    ['61 * * * *', 'Write five fields'],
    ['0 0 30 2 *', 'This expression matches no date'],
    ['* * * * *', 'at least 5 minutes'],
    ['0,3 12 * * *', 'at least 5 minutes'],
  ])('are refused for %j', (cron, text) => {
    expect(() => checkCron(cron, 'UTC', at('2026-11-26T00:00:00Z'))).toThrow(text)
  })

  it('may be every five minutes or once a year', () => {
    for (const cron of ['*/5 * * * *', '0 0 1 1 *', '15 6 * * MON-FRI', '0 0 29 2 *'])
      expect(() => checkCron(cron, 'America/New_York', at('2026-11-26T00:00:00Z')), cron).not.toThrow()
  })
})

const parse = (changed: object) =>
  newSchedule.safeParse({
    name: 'A',
    content: 'assets',
    format: 'csv',
    cron: '0 6 * * *',
    zone: 'UTC',
    fileName: 'a',
    target: { kind: 'directory', folder: '' },
    ...changed,
  }).success

describe('the name of a file', () => {
  it('has the date and time in the zone', () => {
    const due = at('2026-11-26T23:30:00Z')
    expect(writeFileName('answers {date}-{time}', 'csv', due, 'Europe/Berlin')).toBe('answers 2026-11-27-0030.csv')
    expect(writeFileName('latest', 'jsonl', due, 'UTC')).toBe('latest.jsonl')
  })

  it.each(['../a', 'a/b', 'a\\b', '.hidden', '', '{name}', 'a{', 'a\0', 'ä', '-rf'])('cannot be %j', (fileName) => {
    expect(parse({ fileName })).toBe(false)
  })

  it.each(['..', '../x', 'a/../b', '/etc', 'a//b', 'a/', '.ssh', 'a/.b', 'a\\b', 'C:', 'a/b.', ' '.repeat(3) + '..'])(
    'cannot be in a folder such as %j',
    (folder) => {
      expect(parse({ target: { kind: 'directory', folder } })).toBe(false)
    },
  )

  it.each(['', 'a', 'warehouse/daily', 'Year 2026/a.b_c-d'])('can be in a folder such as %j', (folder) => {
    expect(parse({ target: { kind: 's3', folder } })).toBe(true)
  })
})
