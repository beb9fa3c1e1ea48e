import { describe, expect, it } from 'vitest'
import { parseAdminArguments } from './arguments'

const canary = 'qzx7canary'

describe('the arguments of npm run admin', () => {
  it('are read as a command with its options', () => {
    expect(parseAdminArguments(['list'])).toEqual({ name: 'list', options: {} })
    expect(parseAdminArguments(['unlock', '--email', 'ann@example.com'])).toEqual({
      name: 'unlock',
      options: { email: 'ann@example.com' },
    })
    const words = ['create', '--email=ann@example.com', '--name', ' Ann Lee ', '--role', 'viewer', '--password-stdin']
    expect(parseAdminArguments(words)).toEqual({
      name: 'create',
      options: {
        email: 'ann@example.com',
        name: 'Ann Lee',
        role: 'viewer',
        'break-glass': false,
        'password-stdin': true,
      },
    })
  })

  it('mean help if they are empty or include help as a word or an option', () => {
    for (const words of [[], ['help'], ['--help'], ['create', '-h'], ['list', '--help']])
      expect(parseAdminArguments(words)).toBe('help')
  })

  it.each([
    [['remove'], 'There is no command remove.'],
    [['create'], 'create needs --email.'],
    [['create', '--email', canary], '--email is not an email address.'],
    [['create', '--email', 'a@x.example', '--role', 'king'], '--role is none of viewer, editor, admin.'],
    [['create', '--email', 'a@x.example', '--name', ' '], '--name is empty.'],
    [['create', '--email', 'a@x.example', '--role', 'editor', '--break-glass'], '--break-glass is for admins only.'],
    [['list', '--email', 'a@x.example'], 'list has no option --email.'],
    [['disable', '--email', 'a@x.example', '--break-glass'], 'disable has no option --break-glass.'],
    [['disable', '--email'], 'An option of disable is unknown or has no value.'],
    [['disable', canary], 'An option of disable is unknown or has no value.'],
  ])('are refused with an explanation: %j', (words, problem) => {
    expect(parseAdminArguments(words)).toEqual({ problem })
  })

  it('may not contain a password, which the refusal does not repeat', () => {
    for (const option of [['--password', canary], [`--password=${canary}`], [`-p`, canary], ['--pass', canary]]) {
      const answer = parseAdminArguments(['reset-password', '--email', 'a@x.example', ...option])
      expect(answer).toMatchObject({ problem: expect.stringContaining('--password-stdin') as string })
      expect(JSON.stringify(answer)).not.toContain(canary)
    }
  })
})
