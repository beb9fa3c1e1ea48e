import { describe, expect, it } from 'vitest'
import { documentName, pollDelayMs, readHrefName, readPreferenceId, readStatus, startDelayMs } from './model'

describe('a status value of SafetyCulture', () => {
  it.each([
    ['IN PROGRESS', 'running', null],
    ['IN_PROGRESS', 'running', null],
    ['in progress', 'running', null],
    ['In-Progress', 'running', null],
    ['STATUS_IN_PROGRESS', 'running', null],
    ['SUCCESS', 'ready', null],
    ['success', 'ready', null],
    ['STATUS_DONE', 'ready', null],
    ['FAILED', 'failed', null],
    ['Failed ', 'failed', null],
    ['QUEUED', 'running', 'QUEUED'],
    ['half\u0000 \u202e done\n', 'running', 'half done'],
    ['', 'running', null],
    [undefined, 'running', null],
    [7, 'running', null],
  ])('%j means %s', (word, state, strange) => {
    expect(readStatus(word)).toEqual({ state, strange })
  })

  it('is cut when it is too long', () => {
    expect(readStatus('x'.repeat(5_000)).strange).toHaveLength(60)
  })
})

describe('the delay between tries', () => {
  it('grows and stays within its limits', () => {
    for (const isSingle of [true, false]) {
      const delays = Array.from({ length: 2_000 }, (_, tries) => pollDelayMs(tries, isSingle))
      expect(delays[0]).toBe(isSingle ? 1_000 : 3_000)
      expect(delays.every((ms, at) => ms >= (delays[at - 1] ?? 0) && ms <= 15_000)).toBe(true)
    }
    expect([startDelayMs(0), startDelayMs(2), startDelayMs(500)]).toEqual([2_000, 8_000, 60_000])
  })
})

describe('the model of exports', () => {
  it('names a document after its title, or after its id when there is no title', () => {
    expect(documentName(' Round 7 ', 'audit_1', 'pdf')).toBe('Round 7.pdf')
    expect(documentName('  ', 'audit_1', 'word')).toBe('audit_1.docx')
  })
  it('reads and decodes the name at the end of an href', () => {
    expect(readHrefName('https://x.test/audits/a/exports/b/Round%20(7)%2Epdf?x=1#y')).toBe('Round (7).pdf')
    expect([
      readHrefName('https://x.test/'),
      readHrefName('%E0%A4%A'),
      readHrefName(null),
      readHrefName('/a/%E0%A4%A'),
    ]).toEqual([null, null, null, null])
  })
  it('sends the id of a layout without its template', () => {
    expect([readPreferenceId('template_1:abc'), readPreferenceId('abc')]).toEqual(['abc', 'abc'])
  })
})
