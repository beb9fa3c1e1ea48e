import { describe, expect, it } from 'vitest'
import { listFrameReads } from '@/app/(console)/frame-data'
import { can, type Role } from '@/lib/access/permissions'
import { declarationOf } from '@/lib/http/route'
import { publicRoutes } from './layers'
import { readHandlers, routeFiles } from './route-handlers'

const isWrite = (name: string) => !/^(GET|HEAD|OPTIONS) /.test(name)
/** Writes that must not be possible from an unattended screen. */
const isSensitive = (name: string) =>
  isWrite(name) &&
  /\/api\/(?:people|invitations|tokens|api-tokens|service-accounts|webhooks\/secret|account\/(?:tokens|totp|passkeys|recovery-codes))(?:\/|$)/.test(
    name,
  )
const ofWebhooks = (name: string) => name.startsWith('GET /api/webhooks')

describe('route handlers', async () => {
  const handlers = await readHandlers()

  it('are found: every route file exports at least one method', () => {
    expect(routeFiles.length).toBeGreaterThan(5)
    expect(handlers.length).toBeGreaterThanOrEqual(routeFiles.length)
  })

  it('are all created by route(), so that none skips its check', { tags: ['S3'] }, () => {
    expect(handlers.filter(({ handler }) => declarationOf(handler) === null).map(({ name }) => name)).toEqual([])
  })

  it('respond without a session only where that is declared', { tags: ['S3'] }, () => {
    const open = handlers.filter(({ handler }) => declarationOf(handler)?.access === 'public').map(({ name }) => name)
    expect(open.toSorted()).toEqual(Object.keys(publicRoutes).toSorted())
  })

  it('have a summary of one sentence, which is their title in the description of the API', () => {
    const unsaid = handlers.filter(
      ({ handler }) => !/^[A-Z][^\n]{8,110}[^.\s]$/.test(declarationOf(handler)?.summary ?? ''),
    )
    expect(unsaid.map(({ name }) => name)).toEqual([])
  })

  it('require the same permission and return the same data as the reads of the frame', { tags: ['S4'] }, () => {
    const actor = { userId: 'u1', name: 'Ann', email: 'ann@example.com', role: 'viewer' } as const
    const reads = listFrameReads(actor, 'UTC')
    expect(reads.length).toBeGreaterThan(2)
    for (const { route, access, schema } of reads) {
      const declared = declarationOf(handlers.find(({ name }) => name === route)?.handler)
      expect([route, declared?.access, declared?.answer === schema]).toEqual([route, access, true])
    }
  })

  it(
    'that are answered without Next name themselves, and no other route has a path below theirs',
    { tags: ['S3'] },
    () => {
      const direct = handlers.flatMap(({ name, handler }) => {
        const declared = declarationOf(handler)?.direct
        return declared === undefined ? [] : [{ name, declared }]
      })
      expect(direct.length).toBeGreaterThan(2)
      for (const { name, declared } of direct) {
        // One handler may serve several methods. Only the named one is answered without Next.
        expect(name.replace(/^\w+ /, '')).toBe(declared.replace(/^\w+ /, ''))
        expect(handlers.map((one) => one.name)).toContain(declared)
        const [, above] = /^\w+ (.*)\[\.\.\.\w+\]$/.exec(declared) ?? []
        if (above !== undefined)
          expect(routeFiles.filter((file) => file.startsWith(`app${above}`))).toEqual([
            `app${declared.replace(/^\w+ /, '')}/route.ts`,
          ])
      }
    },
  )

  it('let browsers cache thumbnails and nothing else', () => {
    const kept = handlers.filter(({ handler }) => declarationOf(handler)?.cache !== undefined).map(({ name }) => name)
    expect(kept.toSorted()).toEqual(['GET /api/media/[auditId]/[mediaId]/thumb', 'GET /api/media/thumbs'])
  })

  const opened = (role: Role, isAsked: (name: string) => boolean) =>
    handlers
      .filter(({ name, handler }) => {
        const access = declarationOf(handler)?.access
        if (!isAsked(name) || access === undefined || access === 'public') return false
        return access === 'signed-in' || can(role, access)
      })
      .map(({ name }) => name)
      .toSorted()

  // These tests use the declared permission. The tests of route() show that a handler enforces it.
  it(
    'let viewers write only their own data, and request work that changes nothing in the service',
    { tags: ['S4'] },
    () => {
      expect(opened('viewer', isWrite)).toEqual(ofViewers.toSorted())
    },
  )

  it(
    'let editors also review, export and set statuses, but not change groups, users, webhooks and the system',
    { tags: ['S4'] },
    () => {
      expect(opened('editor', isWrite)).toEqual([...ofViewers, ...ofEditors].toSorted())
    },
  )

  it('let admins write everywhere', { tags: ['S4'] }, () => {
    const open = Object.keys(publicRoutes)
    expect(opened('admin', isWrite)).toHaveLength(
      handlers.filter(({ name }) => isWrite(name) && !open.includes(name)).length,
    )
  })

  it('require a fresh proof wherever people, tokens, factors or the webhook secret change', { tags: ['S37'] }, () => {
    const changes = handlers.filter(({ name }) => isSensitive(name))
    expect(changes.length).toBeGreaterThan(0)
    const open = changes.filter(
      ({ handler }) => declarationOf(handler)?.proof !== 'fresh' && declarationOf(handler)?.access !== 'public',
    )
    expect(open.map(({ name }) => name)).toEqual([])
  })

  it('show viewers no webhooks, and editors all of them', () => {
    expect(opened('viewer', ofWebhooks)).toEqual([])
    expect(opened('editor', ofWebhooks)).toEqual(
      handlers
        .map(({ name }) => name)
        .filter(ofWebhooks)
        .toSorted(),
    )
  })
})

const ofViewers = [
  'POST /api/inbox/marks',
  'PUT /api/inbox/choices',
  'PUT /api/inbox/quiet',
  'DELETE /api/account/passkeys/[credentialId]',
  'DELETE /api/account/totp',
  'PATCH /api/account/passkeys/[credentialId]',
  'POST /api/account/passkeys',
  'POST /api/account/passkeys/options',
  'POST /api/account/proof',
  'POST /api/account/proof/passkey',
  'POST /api/account/recovery-codes',
  'POST /api/account/totp',
  'POST /api/account/totp/confirm',
  // Some operations of the service read by POST. The pass-through decides by its table which of them a role may run.
  // All DELETE, PATCH and PUT requests are writes, so they are for admins only.
  'POST /api/service/[...path]',
  // A person's own tokens.
  'DELETE /api/account/tokens/[tokenId]',
  'POST /api/account/tokens',
  // A person's own name, preferences, password and sessions.
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/[sessionId]',
  'PATCH /api/account',
  'PATCH /api/account/preferences',
  'POST /api/account/password',
  'PUT /api/account/preferences',
  'DELETE /api/saved-views/[viewId]',
  'PATCH /api/saved-views/[viewId]',
  'POST /api/inspections/[auditId]/opened',
  'POST /api/inspections/export',
  'POST /api/media/zips',
  'POST /api/media/zips/[zipId]/cancel',
  'POST /api/media/zips/[zipId]/pause',
  'POST /api/media/zips/[zipId]/resume',
  'POST /api/media/zips/[zipId]/retry',
  'POST /api/saved-views',
  'POST /api/saved-views/[viewId]/restore',
  'POST /api/saved-views/import',
  'POST /api/review/mentions/read',
  'PUT /api/saved-views/bar',
]
const ofEditors = [
  'POST /api/rules/proposals/[proposalId]',
  'PUT /api/media/[auditId]/[mediaId]/poster',
  'DELETE /api/exports/[jobId]',
  'DELETE /api/review/claims',
  'DELETE /api/review/comments/[commentId]',
  'PATCH /api/review/comments/[commentId]',
  'POST /api/asset-changes/[changeId]/cancel',
  'POST /api/asset-changes/[changeId]/retry',
  'POST /api/asset-changes/restore',
  'POST /api/asset-changes/set-status',
  'POST /api/assets/refresh',
  'POST /api/exports',
  'POST /api/exports/[jobId]/cancel',
  'POST /api/exports/[jobId]/retry',
  'POST /api/review/[auditId]/comments',
  'POST /api/review/bulk',
  'POST /api/review/claims',
  'POST /api/review/undo',
  'PUT /api/review/[auditId]',
]
