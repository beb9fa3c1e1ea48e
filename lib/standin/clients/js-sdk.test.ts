import { describe, expect, it } from 'vitest'
import { startBench, testNow } from '@/lib/standin/testing'
import { exportFirst, exportWithProfile, JsSdk } from './testing-js-sdk'
import { reachOverHttp } from './testing'

describe('the official JavaScript SDK', () => {
  it('finds all inspections, the newest since a date without a time, those since an instant, and one by its id', async () => {
    await using bench = await startBench({ inspections: 60 })
    const sdk = new JsSdk(reachOverHttp(bench.standin))
    const truth = bench.standin.control.truth()
    expect(await sdk.findAudits()).toEqual(truth)
    // examples/audits_find_recent.js
    const recent = await sdk.findAudits({ since: '2016-01-01', order: 'desc', params: [['limit', '10']] })
    expect(recent.map(({ audit_id: id }) => id).toSorted()).toEqual(
      truth
        .slice(-10)
        .map(({ audit_id: id }) => id)
        .toSorted(),
    )
    const middle = truth[30]?.modified_at ?? ''
    const since = truth.filter(({ modified_at: at }) => at >= middle)
    expect(await sdk.findAudits({ since: middle })).toEqual(since)
    const first = truth[0]
    expect(await sdk.findAudit(first?.audit_id ?? '')).toMatchObject(first ?? {})
  })

  it('exports the first inspection with a profile, to a file named by the link', async () => {
    let now = testNow
    await using bench = await startBench({ inspections: 20, now: () => now })
    const sdk = new JsSdk(
      reachOverHttp(bench.standin, () => {
        now += 5_000
      }),
    )
    const plain = await exportFirst(sdk)
    expect([plain.filename, plain.bytes.toString('latin1', 0, 5)]).toEqual([expect.stringMatching(/\.pdf$/), '%PDF-'])
    const { profile, ...styled } = await exportWithProfile(sdk)
    expect(styled.bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(styled.bytes.equals(plain.bytes)).toBe(false)
    expect(await sdk.findProfile(profile.id)).toEqual(profile)
    const templates = profile.templates.map(({ id }) => id)
    expect(await sdk.findProfiles(templates)).toEqual(
      (await sdk.findProfiles()).filter(({ templates: [own] }) => own?.id === templates[0]),
    )
    const [audit] = bench.standin.control.truth()
    const id = audit?.audit_id ?? ''
    const word = await sdk.createExport(id, { format: 'docx', timezone: 'Europe/Dublin' })
    expect((await sdk.download(await sdk.waitForExport(id, word))).bytes.toString('latin1', 0, 2)).toBe('PK')
    await expect(sdk.waitForExport(id, 'none')).rejects.toThrow('404')
  })
})
