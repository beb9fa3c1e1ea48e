import { readFileSync } from 'node:fs'
import type { Wrong } from './env-parts'

/**
 * Variables that can also be read from a file, which `NAME_FILE` names. The content of files does not appear in `/proc`
 * or `docker inspect`.
 */
export const secretVariables = [
  'SERVICE_TOKEN',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_DIRECT_URL',
  'NEXTAUTH_SECRET',
  'ADMIN_PASSWORD',
  'WEBHOOK_SECRET',
  'WEBHOOK_SECRET_PREVIOUS',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'METRICS_TOKEN',
  'ACTIVITY_SINK_TOKEN',
  'THUMBNAIL_S3_SECRET',
  'EXPORT_S3_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

type Variables = Readonly<Record<string, string | undefined>>

export interface ReadSecrets<Env> {
  /** The given variables. Those with a file have the content of that file. */
  env: Env
  /** Reports a problem under the name of the setting that was set. A secret whose file could not be read is reported once. */
  wrong: Wrong
}

/** Stands for a secret whose file could not be read, so that other settings do not count it as missing. */
const unread = ' '

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''

/**
 * Reads the files of `NAME_FILE`, without the whitespace around their content.
 * @param wrong is called for a file that cannot be read, that is empty, or that is set in addition to the secret itself
 */
export function readSecretFiles<Env extends Variables>(source: Env, wrong: Wrong): ReadSecrets<Env> {
  const read: Record<string, string> = {}
  const failed = new Set<string>()
  for (const name of secretVariables) {
    const file = source[`${name}_FILE`]
    if (!isSet(file)) continue
    if (isSet(source[name])) {
      wrong(`${name}_FILE`, `is set beside ${name}: set one of them`)
      continue
    }
    read[name] = readSecret(file, (problem) => {
      failed.add(name)
      wrong(`${name}_FILE`, problem)
    })
  }
  return {
    env: { ...source, ...read },
    wrong: (name, problem) => {
      if (!failed.has(name)) wrong(name in read ? `${name}_FILE` : name, problem)
    },
  }
}

function readSecret(file: string, refuse: (problem: string) => void): string {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret !== '') return secret
    refuse('names an empty file')
  } catch {
    refuse('names a file that cannot be read')
  }
  return unread
}
