import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { countStep, inOneLine, listSlowest, readReport, reportVariable, writeReport } from './report'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'sightline-report-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('the report of a test run', () => {
  it('counts a step without tests as one', () => {
    expect(countStep(0, null)).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(countStep(2, null)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it("counts a test tool by its tests, and the tool's own crash as a failure", () => {
    expect(countStep(1, { passed: 3, failed: 2, skipped: 1 })).toEqual({ passed: 3, failed: 2, skipped: 1 })
    expect(countStep(1, { passed: 3, failed: 0, skipped: 1 })).toEqual({ passed: 3, failed: 1, skipped: 1 })
  })

  it('is written to the requested file, with at most twenty failures', () => {
    const file = path.join(scratch, 'report.json')
    expect(readReport(file)).toBeNull()
    vi.stubEnv(reportVariable, file)
    const failures = Array.from({ length: 30 }, (_, at) => `a.test.ts: test ${at}: no`)
    writeReport({ passed: 1, failed: 30, skipped: 0, failures, files: [{ file: 'a.test.ts', ms: 12 }] })
    vi.unstubAllEnvs()
    expect(readReport(file)).toEqual({
      passed: 1,
      failed: 30,
      skipped: 0,
      failures: failures.slice(0, 20),
      files: [{ file: 'a.test.ts', ms: 12 }],
    })
  })

  it('shows a message in one line without colors', () => {
    expect(inOneLine('\u001B[31mError: said\u001B[39m\n\n+   "a warning"\n')).toBe('Error: said + "a warning"')
  })

  it('lists the ten slowest files, slowest first', () => {
    const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, ms: at * 1_000 }))
    const lines = listSlowest(files)
    expect(lines).toHaveLength(10)
    expect(lines[0]?.trim()).toBe('11.0 s  11.test.ts')
  })
})
