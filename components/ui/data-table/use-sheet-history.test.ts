import { describe, expect, it } from 'vitest'
import { isListBefore } from './use-sheet-history'

const at = (path: string) => `https://console.test${path}`

describe('the history entry before a preview', () => {
  it.each([
    ['/inspections', '/inspections?row=audit_1', true],
    ['/inspections?q=a+b&site=Leeds', '/inspections?q=a%20b&row=audit_1&site=Leeds', true],
    ['/response-sets', '/response-sets?set=audit_1', true],
    ['/inspections?q=fork', '/inspections?row=audit_1', false],
    ['/inspections?row=audit_2', '/inspections?row=audit_1', false],
    ['/inspections/audit_1', '/inspections?row=audit_1', false],
    ['/inspections', '/inspections', false],
  ])('at %s is recognized as the list of the preview at %s: %s', (before, here, expected) => {
    expect(isListBefore(at(before), at(here), 'audit_1')).toBe(expected)
  })

  it('is not used if it is on another site or does not exist', () => {
    expect(isListBefore('https://mail.test/inspections', at('/inspections?row=audit_1'), 'audit_1')).toBe(false)
    expect(isListBefore(null, at('/inspections?row=audit_1'), 'audit_1')).toBe(false)
  })
})
