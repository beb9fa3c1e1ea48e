import 'server-only'
import { readFile } from 'node:fs/promises'
import { resolveInProject } from '@/lib/db/project-root'
import { processWide } from '@/lib/process-wide'

const kept = () => processWide<{ text: Promise<string> | null }>('openapi-document', () => ({ text: null }))

/**
 * The OpenAPI document of this console, as JSON. It is written by `npm run openapi` and read once: making it here would
 * load every route into one process.
 */
export function readOpenApi(): Promise<string> {
  const store = kept()
  store.text ??= readFile(resolveInProject('lib', 'openapi', 'openapi.json'), 'utf8').catch((error: unknown) => {
    store.text = null
    throw error
  })
  return store.text
}
