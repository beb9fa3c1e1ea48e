import { expect, it } from 'vitest'
import { exportFirst, exportWithProfile, JsSdk } from '@/lib/standin/clients/testing-js-sdk'
import { reachThroughConsole } from './testing-clients'

it('the pass-through lets the official JavaScript SDK search, read and export with an API token of the console', async () => {
  await using own = await reachThroughConsole({ inspections: 40 })
  const sdk = new JsSdk(own.reach)
  const truth = own.standin.control.truth()
  expect(await sdk.findAudits()).toEqual(truth)
  expect(await sdk.findAudits({ since: '2016-01-01' })).toEqual(truth)
  expect(await sdk.findAudits({ since: '2016-01-01T00:00:00' })).toEqual(truth)
  expect(await sdk.findAudits({ since: '2016-01-01', order: 'desc', params: [['limit', '10']] })).toHaveLength(10)
  expect(await sdk.findAudits({ since: '2999-01-01' })).toEqual([])
  const [first] = truth
  expect(await sdk.findAudit(first?.audit_id ?? '')).toMatchObject(first ?? {})
  expect(await sdk.findProfiles()).toHaveLength(24)
  const plain = await exportFirst(sdk)
  expect([plain.filename, plain.bytes.toString('latin1', 0, 5)]).toEqual([expect.stringMatching(/\.pdf$/), '%PDF-'])
  const styled = await exportWithProfile(sdk)
  expect(styled.bytes.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(styled.bytes.equals(plain.bytes)).toBe(false)
  // The API token of the console is never sent to the service, which would refuse it.
  expect(own.standin.control.unauthorized).toBe(0)
  await expect(sdk.findAudits({ since: 'yesterday' })).rejects.toThrow(': 400 ')
  await expect(sdk.findAudit('audit_none')).rejects.toThrow(': 404 ')
})
