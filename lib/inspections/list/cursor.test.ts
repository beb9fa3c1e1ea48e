import { describe, expect, it } from 'vitest'
import type { SortName } from '@/lib/inspections/columns'
import { readCursor, writeCursor, type Position } from './cursor'

const auditId = 'audit_0b'
const at = '2026-11-20T21:14:44.123456Z'
const order = (name: SortName, isDescending = false) => ({ name, isDescending })

describe('a cursor', () => {
  it('is read back in orders whose name has several words', () => {
    const position = { value: '000017', auditId }
    expect(readCursor(order('documentNo'), writeCursor(order('documentNo'), position))).toEqual(position)
  })

  it('has the same format as in the previous release, in orders that both know', () => {
    const cursor = 'WyJ0aXRsZSIsImZvcmtsaWZ0IiwiYXVkaXRfMGIiXQ.'
    const position = { value: 'forklift', auditId }
    expect(writeCursor(order('title'), position)).toContain(cursor)
    expect(readCursor(order('title'), writeCursor(order('title'), position))).toEqual(position)
  })

  it.each<[SortName, Position]>([
    ['site', { value: 'Zürich Süd', auditId, tie: at }],
    ['author', { value: null, auditId, tie: at }],
    ['result', { value: 'failed', auditId, tie: at }],
    ['result', { value: 'in-progress', auditId, tie: null }],
    ['review', { value: null, auditId, tie: at }],
  ])('by %s contains the time that sorts rows with equal values: %j', (name, position) => {
    const sort = order(name, true)
    expect(readCursor(sort, writeCursor(sort, position))).toEqual(position)
  })

  it.each<[SortName, Position]>([
    ['site', { value: 'Cork', auditId }],
    ['site', { value: 'Cork', auditId, tie: null }],
    ['site', { value: 'Cork', auditId, tie: 'yesterday' }],
    ['result', { value: 'maybe', auditId, tie: at }],
    ['template', { value: 7, auditId, tie: at }],
  ])('by %s is refused if its position is invalid: %j', (name, position) => {
    const sort = order(name)
    expect(() => readCursor(sort, writeCursor(sort, position))).toThrow(
      expect.objectContaining({ code: 'invalid', details: { fields: { after: expect.any(String) as string } } }),
    )
  })
})
