import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countStep, readCounts, readFailures } from './counts'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'sightline-counts-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function write(name: string, value: unknown): string {
  const file = path.join(scratch, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

describe('the sum of a run', () => {
  it('counts a plain step as one', () => {
    expect(countStep(0, null)).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(countStep(2, null)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('counts a test tool by its tests, and its own crash as a failure', () => {
    expect(countStep(1, { passed: 3, failed: 2, skipped: 1 })).toEqual({ passed: 3, failed: 2, skipped: 1 })
    expect(countStep(1, { passed: 3, failed: 0, skipped: 1 })).toEqual({ passed: 3, failed: 1, skipped: 1 })
  })

  it('reads both reports, and a flaky browser test as failed', () => {
    const vitest = write('v.json', { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
    expect(readCounts('vitest', vitest)).toEqual({ passed: 5, failed: 1, skipped: 3 })
    const playwright = write('p.json', { stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 1 } })
    expect(readCounts('playwright', playwright)).toEqual({ passed: 4, failed: 3, skipped: 1 })
    expect(readCounts('playwright', path.join(scratch, 'none.json'))).toBeNull()
  })
  it('names what failed, and why in a line', () => {
    const vitest = write('f.json', {
      testResults: [
        {
          name: path.join(scratch, 'a.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a list keeps its order', status: 'failed', failureMessages: ['Error: 2 is not 1\n    at x'] },
            { fullName: 'a list ends', status: 'passed', failureMessages: [] },
          ],
        },
        {
          name: path.join(scratch, 'b.test.ts'),
          status: 'failed',
          message: 'No such file\nat y',
          assertionResults: [],
        },
      ],
    })
    expect(readFailures('vitest', vitest, scratch)).toEqual([
      'a.test.ts: a list keeps its order: Error: 2 is not 1',
      'b.test.ts: No such file',
    ])
    const errors = [{ message: '\u001B[31mError: said\u001B[39m\n\n+   "a warning"\n' }, { message: 'late' }]
    const inner = {
      file: 'read.spec.ts',
      specs: [{ title: 'opens', ok: false, tests: [{ results: [{ errors }] }] }],
      suites: [],
    }
    const playwright = write('g.json', {
      suites: [{ file: 'x', specs: [{ title: 'fine', ok: true }], suites: [inner] }],
    })
    expect(readFailures('playwright', playwright, scratch)).toEqual([
      'read.spec.ts: opens: Error: said + "a warning": late',
    ])
    expect(readFailures('playwright', path.join(scratch, 'none.json'), scratch)).toEqual([])
  })
})
