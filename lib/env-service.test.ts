import { describe, expect, it } from 'vitest'
import { parseSettings, SettingsError } from './env'

const nameOf = (env: Record<string, string>) =>
  parseSettings({ NEXTAUTH_SECRET: 'x'.repeat(32), NEXTAUTH_URL: 'https://console.example', ...env }).serviceName
const at = (address: string) => ({ SERVICE_BASE_URL: address, SERVICE_TOKEN: 'token-0123456789' })

describe('the name of the connected service', () => {
  it.each([
    ['https://api.safetyculture.io', 'SafetyCulture'],
    ['https://api.eu.safetyculture.com/', 'SafetyCulture'],
    ['https://safetyculture.io', 'SafetyCulture'],
    ['https://notsafetyculture.io', 'notsafetyculture.io'],
    ['https://safetyculture.io.example', 'safetyculture.io.example'],
    ['https://audits.example:8443/api', 'audits.example:8443'],
  ])('for %s is %s unless another name is set', (address, name) => {
    expect(nameOf(at(address))).toBe(name)
    expect(nameOf({ ...at(address), SERVICE_NAME: ' Acme Audits ' })).toBe('Acme Audits')
  })

  it('says in the demo that it is a demo', () => {
    expect(nameOf({})).toBe('SafetyCulture Demo')
    expect(nameOf({ SERVICE_NAME: 'Übung' })).toBe('Übung')
  })

  it.each(['<b>', '{count}', 'a\nb', '#1', 'x'.repeat(41)])('is refused when it is %j', (name) => {
    expect(() => nameOf({ SERVICE_NAME: name })).toThrow(SettingsError)
    expect(() => nameOf({ SERVICE_NAME: name })).toThrow(/^SERVICE_NAME is not a name/)
  })
})
