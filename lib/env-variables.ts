import * as z from 'zod'
import { exportVariables } from './env-exports'
import { oidcVariables } from './env-oidc'
import { thumbnailVariables } from './env-thumbs'
import { tracingVariables } from './env-tracing'
import { upkeepVariables } from './env-upkeep'

const optional = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())

const optionals = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, optional])) as Record<Name, typeof optional>

/** Every variable that is read. An empty one counts as not set. */
export const environment = z.object({
  SERVICE_BASE_URL: optional,
  SERVICE_TOKEN: optional,
  SERVICE_NAME: optional,
  DATABASE_URL: optional,
  DATABASE_READ_URL: optional,
  DATABASE_DIRECT_URL: optional,
  DATA_DIR: optional,
  POSTGRES_OLD_BIN: optional,
  PORT: optional,
  HOSTNAME: optional,
  BASE_PATH: optional,
  NEXTAUTH_URL: optional,
  TRUSTED_PROXIES: optional,
  NEXTAUTH_SECRET: optional,
  ADMIN_EMAIL: optional,
  ADMIN_PASSWORD: optional,
  SECOND_FACTOR: optional,
  WEBHOOK_SECRET: optional,
  WEBHOOK_SECRET_PREVIOUS: optional,
  WEBHOOK_SCHEME: optional,
  WEBHOOK_HEADER: optional,
  SMTP_URL: optional,
  MAIL_FROM: optional,
  OUTGOING_ALLOW: optional,
  METRICS_TOKEN: optional,
  LOG_LEVEL: optional,
  THUMBNAIL_CACHE_MB: optional,
  ...optionals(thumbnailVariables),
  ...optionals(exportVariables),
  HEAP_MB: optional,
  SIGHTLINE_DEMO_ON_ANY_ADDRESS: optional,
  SIGHTLINE_STANDIN: optional,
  PASSWORD_SIGN_IN: optional,
  ...optionals(oidcVariables),
  ...optionals(upkeepVariables),
  ...optionals(tracingVariables),
})

export type Environment = z.infer<typeof environment>
