import { expect, it } from 'vitest'
import { auditId } from '@/lib/ids'
import { writeForeignParams } from './foreign-count'

const id = 'audit_0123456789abcdef0123456789abcdef'
const ids = [auditId.parse(id)]

it('counts deleted inspections only if the list itself has them', () => {
  expect(writeForeignParams({ result: ['failed'] }, ids)).toEqual({ result: ['failed'], missing: ['false'], q: [id] })
  expect(writeForeignParams({ q: ['fork'] }, ids)).toEqual({ missing: ['false'], q: ['fork', id] })
  expect(writeForeignParams({ missing: ['true'] }, ids).missing).toEqual(['true'])
  // A search for a whole id finds deleted inspections.
  expect(writeForeignParams({ q: [id] }, ids)).toEqual({ missing: ['both'], q: [id, id] })
})
