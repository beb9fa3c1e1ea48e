import { describe, expect, it } from 'vitest'
import { isSurelyInspection, matchesQuery, readInspectionId, writeFinding } from './palette-items'

describe('jumping to an inspection', () => {
  it('accepts an ID or an address that contains one', () => {
    expect(readInspectionId(' audit_0af3c1d2e4b5 ')).toBe('audit_0af3c1d2e4b5')
    expect(readInspectionId('http://127.0.0.1:3000/inspections/audit_0af3?tab=raw')).toBe('audit_0af3')
    expect(readInspectionId('https://app.example.com/report/audits/0af3c1d2-77aa#item')).toBe('0af3c1d2-77aa')
  })

  it('accepts neither words nor anything that is not a single path segment', () => {
    expect(readInspectionId('forklift')).toBeNull()
    expect(readInspectionId('fire round 1182')).toBeNull()
    expect(readInspectionId('../../etc/passwd1')).toBeNull()
    expect(readInspectionId('audits/%2e%2e%2f1234')).toBeNull()
    expect(readInspectionId('a1')).toBeNull()
  })
})

describe('an inspection that comes before everything found', () => {
  it.each(['audit_0af3c1d2e4b5', 'AUDIT_0AF3', ' 0af3c1d2-77aa-4b1c-9d00-0123456789ab ', '/inspections/FHS-000123'])(
    'is named by %s',
    (text) => {
      expect(isSurelyInspection(text)).toBe(true)
    },
  )

  it.each(['FHS-000123', 'TRUCK-00412', '2026-11-27', '20261127'])('is not named by %s', (text) => {
    expect(readInspectionId(text)).toBe(text)
    expect(isSurelyInspection(text)).toBe(false)
  })
})

describe('finding a command', () => {
  it('needs every word of the query, in any order', () => {
    expect(matchesQuery('Theme: dark', 'dark theme')).toBe(true)
    expect(matchesQuery('Go to inspections', 'insp')).toBe(true)
    expect(matchesQuery('Go to inspections', 'go system')).toBe(false)
    expect(matchesQuery('Go to inspections', '')).toBe(true)
  })
})

describe('finding while typing', () => {
  it.each([
    ['forklift Lee', 'forklift Lee*'],
    ['  forklift ', 'forklift'],
    ['"pre start" Lee', '"pre start" Lee*'],
    ['"pre sta', '"pre sta'],
    ['"pre start"', '"pre start"'],
    ['fork*', 'fork*'],
    ['Ör', 'Ör*'],
    ['f', null],
    ['安', '安*'],
    [' ', null],
  ])('%j searches for %j', (text, asked) => {
    expect(writeFinding(text)).toBe(asked)
  })
})
