import { describe, expect, it } from 'vitest'
import { serverText } from '@/lib/server-text'
import { redactIssues, redactSecret } from './redact'
import type { RowIssue } from '@/lib/user-jobs/schema'

const secret = 'Tr1cky/Pass"word+&'
const issue = (more: Partial<RowIssue>): RowIssue => ({
  reason: 'REASON_X',
  level: 'error',
  field: null,
  value: null,
  message: '',
  choices: [],
  ...more,
})
const row = {
  asked: { username: 'ann@example.com', groups: { add: [{ name: 'Night shift 2' }], remove: [] } },
  hadPassword: true,
}

describe('a password that the service repeats', () => {
  it.each([
    ['in its original form', `Not good: ${secret}!`],
    ['in another case', `Not good: ${secret.toUpperCase()}`],
    ['as JSON', `{"password":${JSON.stringify(secret)}}`],
    ['in a URL', `?p=${encodeURIComponent(secret)}`],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['as HTML', secret.replace('&', '&amp;')],
  ])('is removed %s', (_, text) => {
    const clean = redactSecret(text, secret)
    for (const part of ['Pass', 'PASS', Buffer.from(secret).toString('base64').slice(0, 8)])
      expect(clean).not.toContain(part)
    expect(clean).toContain('…')
  })

  it('is removed from a text that was cut off within it, and the whole text is removed if the password is short', () => {
    expect(redactSecret(`Not good: ${secret.slice(0, 9)}…`, secret)).toBe('Not good: …')
    expect(redactSecret('The word abc is none', 'abc')).toBe('…')
    expect(redactSecret('Nothing of it', secret)).toBe('Nothing of it')
  })

  it('is removed from everything that is shown', () => {
    const [clean] = redactIssues(
      [
        issue({
          reason: `R_${secret}`,
          field: secret,
          value: secret,
          message: `${secret} is bad`,
          choices: [{ id: secret, name: secret }],
        }),
      ],
      row,
      [secret],
    )
    expect(JSON.stringify(clean)).not.toContain('Pass')
    expect(clean).toMatchObject({ message: '… is bad', value: '…' })
  })

  it('is removed when it is no longer known, because every text that was not requested may be the password', () => {
    const issues = [
      issue({ value: 'hunter22', message: 'hunter22 was seen elsewhere, ann@example.com' }),
      issue({ value: 'Night shift 2', message: 'Group Night shift 2 is ambiguous' }),
      issue({ field: 'FIELD_PASSWORD', message: 'Weak password correcthorse' }),
    ]
    expect(redactIssues(issues, row, null).map(({ value, message }) => [value, message])).toEqual([
      [null, '… was seen elsewhere, ann@example.com'],
      ['Night shift 2', 'Group Night shift 2 is ambiguous'],
      [null, serverText('userJobs.rows.password')],
    ])
    expect(redactIssues(issues, { ...row, hadPassword: false }, null)).toEqual(issues)
  })
})
