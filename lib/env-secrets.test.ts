import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseSettings, SettingsError } from './env'
import { secretVariables } from './env-secrets'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secrets = {
  SERVICE_TOKEN: 'a-token-of-the-tests',
  DATABASE_READ_URL: 'postgres://ann:hidden-read-password@replica/sightline',
  DATABASE_DIRECT_URL: 'postgres://ann:hidden-direct-password@db/sightline',
  DATABASE_URL: 'postgres://u:hidden@db.example/sightline',
  NEXTAUTH_SECRET: 'hidden-secret-0123456789-0123456789',
  ADMIN_PASSWORD: 'hidden-password',
  WEBHOOK_SECRET: 'hidden-webhook-secret',
  WEBHOOK_SECRET_PREVIOUS: 'hidden-webhook-secret-before',
  OIDC_CLIENT_SECRET: 'hidden-client-secret',
  SMTP_URL: 'smtp://u:hidden@mail.example',
  METRICS_TOKEN: 'hidden-metrics-token',
  ACTIVITY_SINK_TOKEN: 'hidden-sink-token',
  THUMBNAIL_S3_SECRET: 'hidden-storage-secret',
  EXPORT_S3_SECRET: 'hidden-export-secret',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hidden-receiver-key',
} satisfies Record<(typeof secretVariables)[number], string>

const plain = {
  SERVICE_BASE_URL: 'https://service.example',
  NEXTAUTH_URL: 'https://console.example',
  ADMIN_EMAIL: 'a@x.example',
  MAIL_FROM: 'a@x.example',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'sightline',
  ACTIVITY_SINK: 'https://logs.example',
  THUMBNAIL_STORE: 's3',
  THUMBNAIL_S3_URL: 'https://s3.example/thumbs',
  THUMBNAIL_S3_KEY_ID: 'key',
  EXPORT_S3_URL: 'https://s3.example/exports',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example',
  EXPORT_S3_KEY_ID: 'key',
}

function keep(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

const inFiles = Object.fromEntries(
  Object.entries(secrets).map(([name, value]) => [`${name}_FILE`, keep(name, `${value}\n`)]),
)

function problemsOf(env: Record<string, string>): string[] {
  try {
    parseSettings(env)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.problems.map(({ name }) => name)
  }
}

describe('secrets in files', () => {
  it('read the same as secrets in the environment', () => {
    expect(parseSettings({ ...plain, ...inFiles })).toEqual(parseSettings({ ...plain, ...secrets }))
  })

  it.each(secretVariables)('%s_FILE is reported when its file is missing or empty, and when both are set', (name) => {
    const file = `${name}_FILE`
    expect(problemsOf({ ...plain, ...inFiles, [file]: path.join(folder, 'nowhere') })).toEqual([file])
    expect(problemsOf({ ...plain, ...inFiles, [file]: keep('empty', ' \n') })).toEqual([file])
    expect(problemsOf({ ...plain, ...inFiles, [name]: secrets[name] })).toEqual([file])
  })

  it('are reported under the name of the file variable when their content is wrong', () => {
    expect(problemsOf({ ...plain, ...inFiles, METRICS_TOKEN_FILE: keep('short', 'short') })).toEqual([
      'METRICS_TOKEN_FILE',
    ])
  })
})
