import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DELETE as deleteOne, GET as getOne, PATCH as patchOne } from '@/app/api/rules/[ruleId]/route'
import { POST as postPreview } from '@/app/api/rules/preview/route'
import { POST as postDecision } from '@/app/api/rules/proposals/[proposalId]/route'
import { GET as getProposals } from '@/app/api/rules/proposals/route'
import { GET as getRules, POST as postRule } from '@/app/api/rules/route'
import { roles, type Role } from '@/lib/access/permissions'
import type { Actor } from '@/lib/access/actor'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { listNotices } from '@/lib/inbox/data'
import type { PageLanguage } from '@/lib/messages/languages'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { processWide } from '@/lib/process-wide'
import { readReviewDetail } from '@/lib/review/data'
import { undoMarks } from '@/lib/review/mutations'
import { addReviewer } from '@/lib/review/testing'
import { createView, deleteView } from '@/lib/saved-views/mutations'
import { renderText, serverText } from '@/lib/server-text'
import { versionWatch } from '@/lib/sync/documents/version-watch'
import { actOnHit } from './act'
import { listProposals, readRuleWithHits } from './data'
import { decideVersions } from './decide'
import { changeRule } from './mutations'
import { previewRule } from './preview-data'
import { decideProposal } from './proposals-mutations'
import { ruleList } from './schema'
import {
  addAsset,
  addRule,
  brokenTrigger,
  idOfAudit,
  makeVersion,
  storeVersions,
  testGroups,
  testStatus,
  versionOf,
} from './testing'

let db: TestDatabase
let auth: TestAuth
let admin: Actor
let bob: Actor
let next = 100

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, new HandClock())
  versionWatch().watch = decideVersions
  admin = await addReviewer(db, 'admin')
  bob = await addReviewer(db)
})
beforeEach(async () => {
  for (const table of ['rules', 'notices', 'assets']) await db.query(`delete from ${table}`)
})
afterAll(() => db.close())

const tools = { nowMs: Date.parse('2026-11-20T12:00:00Z'), readGroups: () => Promise.resolve(testGroups) }

/**
 * Acts on all waiting hits.
 * @returns how many acts there were
 */
async function act(): Promise<number> {
  const { rows } = await db.query<{ hit_id: string }>(
    `select hit_id from rule_hits where state = 'waiting' order by found_at`,
  )
  for (const { hit_id: hitId } of rows) await actOnHit({ db, ...tools }, hitId)
  const { rows: acted } = await db.query(`select from rule_hits where state = 'done' and hit_id = any($1::uuid[])`, [
    rows.map(({ hit_id }) => hit_id),
  ])
  return acted.length
}

/** Stores a new inspection that is broken. */
async function breakOne(assets: readonly string[] = []): Promise<number> {
  next += 1
  await storeVersions(db, [makeVersion(next, 1, { isBroken: true, assets })])
  return next
}

const inboxOf = async (actor: Actor, language: PageLanguage = 'en') =>
  (await listNotices(actor, { list: 'inbox' }, db)).notices.map(({ text }) => renderText(text, language))
const reasonOf = async (ruleId: string) => {
  const { rule } = await readRuleWithHits(ruleId, db)
  return rule.pauseReason === null ? null : renderText(rule.pauseReason)
}

describe('a rule', () => {
  it('notifies people and roles once, and creates a follow-up that an admin can undo', async () => {
    await addRule(db, admin, {
      actions: [
        { kind: 'notify', userIds: [bob.userId], roles: ['admin'], email: true },
        { kind: 'follow-up', assigneeId: bob.userId, dueDays: 3, note: 'Repair' },
      ],
    })
    const number = await breakOne()
    expect(await act()).toBe(1)
    expect((await inboxOf(bob)).toSorted()).toEqual([
      'Broken: broken',
      'Rule “Broken” assigned you a follow-up: broken',
    ])
    await installServerTexts(['en', 'de'])
    expect(await inboxOf(bob, 'de')).toContain('Regel „Broken“ hat Ihnen eine Nachverfolgung zugewiesen: broken')
    expect(await inboxOf(admin)).toEqual(['Broken: broken'])
    const { rows } = await db.query<{ batch_id: string }>(
      `select state, note, due_on, assignee_id, reviewer_name, reviewer_id from inspection_reviews where audit_id = $1`,
      [idOfAudit(number)],
    )
    expect(rows).toEqual([
      {
        state: 'follow-up',
        note: 'Repair',
        due_on: '2026-11-23',
        assignee_id: bob.userId,
        reviewer_name: 'Rule “Broken”',
        reviewer_id: null,
      },
    ])
    const shown = await readReviewDetail(idOfAudit(number), db)
    const byRule = serverText('activity.actors.rule', { name: 'Broken' })
    expect([shown.review?.reviewerName, shown.history[0]?.actorName]).toEqual([byRule, byRule])
    const { rows: emails } = await db.query(`select from notices where email_at is not null and kind = 'rule'`)
    expect(emails).toHaveLength(2)
    const { rows: events } = await db.query<{ batch_id: string }>(
      'select batch_id from inspection_review_events where audit_id = $1',
      [idOfAudit(number)],
    )
    expect(await undoMarks(admin, events[0]?.batch_id ?? '', db)).toEqual({ restored: 1, kept: 0 })
  })

  it('counts the days of a follow-up in the zone of its assignee', async () => {
    const eve = await addReviewer(db)
    await db.query(`update users set preferences = '{"zone": "Pacific/Auckland"}' where user_id = $1`, [eve.userId])
    await addRule(db, admin, { actions: [{ kind: 'follow-up', assigneeId: eve.userId, dueDays: 0, note: '' }] })
    const number = await breakOne()
    // At noon UTC, the next day has begun there.
    expect(await act()).toBe(1)
    const { rows } = await db.query('select due_on from inspection_reviews where audit_id = $1', [idOfAudit(number)])
    expect(rows).toEqual([{ due_on: '2026-11-21' }])
  })

  it('does not replace a follow-up or review of a person', async () => {
    await addRule(db, admin, { actions: [{ kind: 'follow-up', assigneeId: null, dueDays: null, note: 'Rule' }] })
    const number = await breakOne()
    await db.query(
      `insert into inspection_reviews (audit_id, state, note, version, reviewer_id, reviewer_name, reviewed_at)
       select audit_id, 'reviewed', 'Mine', modified_at, $2, 'Bob', now() from inspections where audit_id = $1`,
      [idOfAudit(number), bob.userId],
    )
    expect(await act()).toBe(1)
    const other = await breakOne()
    await db.query(
      `insert into inspection_reviews (audit_id, state, note, version, reviewer_id, reviewer_name, reviewed_at)
       select audit_id, 'follow-up', 'Mine too', '2020-01-01', $2, 'Bob', now() from inspections where audit_id = $1`,
      [idOfAudit(other), bob.userId],
    )
    expect(await act()).toBe(1)
    const { rows } = await db.query(
      `select state, note from inspection_reviews where audit_id = any($1::text[]) order by audit_id`,
      [[idOfAudit(number), idOfAudit(other)]],
    )
    expect(rows).toEqual([
      { state: 'reviewed', note: 'Mine' },
      { state: 'follow-up', note: 'Mine too' },
    ])
  })

  it('never acts on versions that are older than the rule, unless a person requests it', async () => {
    await breakOne()
    const rule = await addRule(db, admin)
    await db.query(`update rules set since = $2 where rule_id = $1`, [rule.ruleId, versionOf(10)])
    next += 2
    // Both versions arrive in one transaction.
    await storeVersions(db, [makeVersion(next - 1, 9, { isBroken: true }), makeVersion(next, 10, { isBroken: true })])
    expect((await readRuleWithHits(rule.ruleId, db)).hits.map(({ id }) => id)).toEqual([idOfAudit(next)])
    expect(await act()).toBe(1)
    await db.query(`update inspections set modified_at = now(), hydrated_modified_at = now() where audit_id = $1`, [
      idOfAudit(next),
    ])
    await addRule(db, admin, { name: 'Past', actsOnPast: true })
    expect(await act()).toBeGreaterThanOrEqual(1)
    expect((await inboxOf(admin))[0]).toBe('Past: broken')
  })

  it('proposes a status, sets it when a person confirms, and can undo this unless the status was changed since', async () => {
    await addAsset(db, 'asset_1', 'FL-1')
    await addAsset(db, 'asset_2', 'FL-2')
    await addAsset(db, 'asset_3', 'Desk', 'type_2')
    const rule = await addRule(db, admin, { actions: [{ kind: 'set-status', status: testStatus, mode: 'propose' }] })
    await breakOne(['asset_1', 'FL-2', 'asset_3', 'unknown'])
    await breakOne(['asset_1'])
    expect(await act()).toBe(2)
    const { proposals } = await listProposals({ state: 'open' }, db)
    expect(proposals.map(({ assetName, after }) => `${assetName} to ${after.name}`).toSorted()).toEqual([
      'FL-1 to Out of service',
      'FL-2 to Out of service',
    ])
    const { hits } = await readRuleWithHits(rule.ruleId, db)
    expect(
      hits
        .flatMap(({ outcome }) => outcome?.notes ?? [])
        .map((note) => renderText(note))
        .toSorted(),
    ).toEqual(['1 asset cannot have the status Out of service.', '1 asset has this proposal already.'])
    const [first, second] = proposals.toSorted((a, b) => (a.assetName < b.assetName ? -1 : 1))
    if (first === undefined || second === undefined) throw new Error('two proposals')
    let woken = 0
    const deps = { db, wake: () => void (woken += 1) }
    expect(await decideProposal(bob, first.proposalId, 'confirm', deps)).toMatchObject({ state: 'set' })
    await expect(decideProposal(bob, first.proposalId, 'confirm', deps)).rejects.toMatchObject({ code: 'conflict' })
    expect(await decideProposal(bob, second.proposalId, 'dismiss', deps)).toMatchObject({ state: 'dismissed' })
    const steps = async () =>
      (
        await db.query<{ object_id: string; after: { optionId: string } | null; owner_name: string }>(
          `select object_id, after, owner_name from asset_change_steps join asset_changes using (change_id) order by created_at`,
        )
      ).rows
    expect(await steps()).toMatchObject([{ object_id: 'asset_1', after: { optionId: 'out' }, owner_name: bob.name }])
    // The change was not carried out yet, so it cannot be undone.
    await expect(decideProposal(bob, first.proposalId, 'undo', deps)).rejects.toMatchObject({ code: 'conflict' })
    await db.query(`update assets set option_id = 'out' where asset_id = 'asset_1'`)
    expect(await decideProposal(bob, first.proposalId, 'undo', deps)).toMatchObject({ state: 'undone' })
    expect((await steps()).at(-1)).toMatchObject({ object_id: 'asset_1', after: null })
    expect(woken).toBe(2)
  })

  it('sets a status as its own change if no confirmation is required', async () => {
    await addAsset(db, 'asset_1', 'FL-1')
    await addRule(db, admin, { actions: [{ kind: 'set-status', status: testStatus, mode: 'automatic' }] })
    await breakOne(['asset_1'])
    expect(await act()).toBe(1)
    const { rows } = await db.query(
      `select owner_id, owner_name from asset_changes join asset_change_steps using (change_id)
       where object_id = 'asset_1' order by created_at desc limit 1`,
    )
    expect(rows).toEqual([{ owner_id: null, owner_name: 'Rule “Broken”' }])
    expect((await listProposals({ state: 'decided' }, db)).proposals[0]).toMatchObject({
      state: 'set',
      decidedByName: null,
    })
  })
})

const insertTarget = async () => {
  const { rows } = await db.query<{ target_id: string }>(
    `insert into outgoing_targets (name, format, host, locked_url, locked_secret, created_by_name)
     values ('Yard', 'json', 'hooks.test', '', '', 'Admin') returning target_id`,
  )
  return rows[0]?.target_id ?? ''
}

describe('a rule that sends to webhooks', () => {
  it('queues one delivery for each target when it acts, and pauses when a target was deleted', async () => {
    const [yard, gate] = [await insertTarget(), await insertTarget()]
    const { ruleId } = await addRule(db, admin, { actions: [{ kind: 'send', targetIds: [yard, gate] }] })
    const actions = [{ kind: 'send' as const, targetIds: [yard, gate] }]
    const { targets } = await previewRule(admin, { trigger: brokenTrigger, actions }, db)
    expect(targets).toEqual(['Yard', 'Yard'])
    const number = await breakOne()
    expect([await act(), await act()]).toEqual([1, 0])
    const { rows } = await db.query<{ target_id: string; event: unknown }>(
      'select target_id, event from outgoing_deliveries',
    )
    expect(rows.map((row) => row.target_id).toSorted()).toEqual([yard, gate].toSorted())
    expect(rows[0]?.event).toMatchObject({
      rule: { id: ruleId, name: 'Broken' },
      subject: { kind: 'inspection', id: idOfAudit(number), path: `/inspections/${idOfAudit(number)}` },
      version: versionOf(1),
    })
    expect((await readRuleWithHits(ruleId, db)).hits[0]?.outcome).toMatchObject({ sent: 2 })
    await db.query('update outgoing_targets set deleted_at = now() where target_id = $1', [yard])
    await breakOne()
    expect(await act()).toBe(0)
    expect(await reasonOf(ruleId)).toBe('A webhook target of this rule was deleted.')
    await expect(addRule(db, admin, { actions: [{ kind: 'send', targetIds: [yard] }] })).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})

describe('a rule is paused', () => {
  it('at its limit, and its hits wait until a person resumes it and has them carried out or skipped', async () => {
    const { ruleId } = await addRule(db, admin, { actsMax: 2 })
    for (let at = 0; at < 3; at += 1) await breakOne()
    expect(await act()).toBe(2)
    expect(await reasonOf(ruleId)).toBe('It acted 2 times within an hour.')
    expect(await inboxOf(admin)).toContain('The rule Broken is paused')
    await breakOne()
    expect(await act()).toBe(0)
    const { rule } = await readRuleWithHits(ruleId, db)
    expect(rule).toMatchObject({ waiting: 2, acted: 2 })
    // A change of something else does not resume it.
    const renamed = await changeRule(admin, ruleId, { revision: rule.revision, name: 'Broken again' }, db)
    expect([renamed.pauseReason === null, await act()]).toEqual([false, 0])
    const resumed = await changeRule(admin, ruleId, { revision: renamed.revision, isEnabled: true }, db)
    expect(await act()).toBe(2)
    await breakOne()
    expect(await act()).toBe(0)
    await changeRule(admin, ruleId, { revision: resumed.revision, isEnabled: true, skipsWaiting: true }, db)
    expect(await act()).toBe(0)
    expect((await readRuleWithHits(ruleId, db)).rule).toMatchObject({ waiting: 0, pauseReason: null })
  })

  it('when a person, a status or a saved view that it needs no longer exists', async () => {
    const gone = await addReviewer(db)
    const person = await addRule(db, admin, {
      name: 'Person',
      actions: [{ kind: 'follow-up', assigneeId: gone.userId, dueDays: null, note: '' }],
    })
    const status = await addRule(db, admin, {
      name: 'Status',
      actions: [{ kind: 'set-status', status: { ...testStatus, optionId: 'deleted', name: 'Old' }, mode: 'propose' }],
    })
    const view = await createView(admin, { name: 'Broken ones', query: 'q=broken' }, db)
    const viewed = await addRule(db, admin, {
      name: 'View',
      trigger: { ...brokenTrigger, query: '', viewId: view.viewId },
    })
    await db.query('update users set disabled_at = now() where user_id = $1', [gone.userId])
    await breakOne()
    // The rule with the view can act, the others cannot.
    expect(await act()).toBe(1)
    await deleteView(admin, view.viewId, db)
    await breakOne()
    expect([await reasonOf(person.ruleId), await reasonOf(status.ruleId), await reasonOf(viewed.ruleId)]).toEqual([
      'Someone that this rule notifies or assigns can no longer sign in.',
      'The status Old no longer exists.',
      'Its saved view was deleted.',
    ])
  })

  it('when its filter cannot be read, and the version is stored anyway', async () => {
    const { ruleId } = await addRule(db, admin)
    await db.query(
      `update rules set trigger = '{"kind": "matches", "query": "score=x", "viewId": null}' where rule_id = $1`,
      [ruleId],
    )
    const number = await breakOne()
    expect(await reasonOf(ruleId)).toBe('The filter of Broken could not be read.')
    const { rows } = await db.query('select title from inspections where audit_id = $1', [idOfAudit(number)])
    expect(rows).toEqual([{ title: 'broken' }])
  })
})

describe('a preview', () => {
  it('counts what the rule would have acted on, with statuses and people, and writes nothing', async () => {
    await db.query(`update inspections set modified_at = '2020-01-01', hydrated_modified_at = '2020-01-01'`)
    await addAsset(db, 'asset_1', 'FL-1')
    const number = await breakOne(['asset_1'])
    await db.query(`update inspections set modified_at = now() where audit_id = $1`, [idOfAudit(number)])
    const body = {
      trigger: brokenTrigger,
      actions: [
        { kind: 'set-status' as const, status: testStatus, mode: 'propose' as const },
        { kind: 'notify' as const, userIds: [bob.userId], roles: [], email: true },
      ],
    }
    const preview = await previewRule(admin, body, db)
    expect(preview).toMatchObject({
      total: 1,
      isExact: true,
      items: [{ title: 'broken', statuses: [{ name: 'FL-1', before: null, after: { name: 'Out of service' } }] }],
      people: [{ name: bob.name, email: true }],
      problems: [],
    })
    // The preview is not exact here, because an earlier version may have matched before.
    await storeVersions(db, [makeVersion(number, 2, { isBroken: true })])
    await db.query(`update inspections set modified_at = now() where audit_id = $1`, [idOfAudit(number)])
    expect(await previewRule(admin, body, db)).toMatchObject({ total: 1, isExact: false })
    expect(await previewRule(admin, { ...body, auditId: idOfAudit(number) }, db)).toMatchObject({
      total: 1,
      isExact: true,
    })
    const { rows } = await db.query(`select from rule_hits`)
    expect([rows.length, await inboxOf(bob)]).toEqual([0, []])
  })
})

describe('rules and their proposals', () => {
  it('are managed by admins; editors decide on proposals, and viewers only see those', { tags: ['S4'] }, async () => {
    const { ruleId, revision } = await addRule(db, admin)
    const cookies = new Map<Role, string>()
    for (const role of roles) cookies.set(role, (await auth.signInAs((await auth.addPerson(role)).userId)).cookie)
    const ask = async (
      role: Role,
      handler: RouteHandler,
      method: string,
      { params = {}, body }: { params?: Record<string, string>; body?: unknown } = {},
    ) => {
      const cookie = cookies.get(role) ?? ''
      return handler(
        new Request(`${auth.origin}/api/rules`, {
          method,
          headers: {
            ...(method === 'GET' ? { cookie } : auth.honest(cookie)),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        { params: Promise.resolve(params) },
      )
    }
    const actions = [{ kind: 'notify', userIds: [admin.userId], roles: [], email: false }]
    const given = { name: 'New', trigger: brokenTrigger, actions }
    const one = { params: { ruleId } }
    const decision = {
      params: { proposalId: '00000000-0000-4000-8000-000000000000' },
      body: { decision: 'confirm' },
    }
    const statuses: Record<string, number[]> = {}
    for (const role of roles) {
      const answers = [
        await ask(role, getRules, 'GET'),
        await ask(role, getOne, 'GET', one),
        await ask(role, postRule, 'POST', { body: given }),
        await ask(role, postPreview, 'POST', { body: { trigger: brokenTrigger, actions } }),
        await ask(role, patchOne, 'PATCH', { ...one, body: { revision: revision + 7, name: 'Other' } }),
        await ask(role, getProposals, 'GET'),
        await ask(role, postDecision, 'POST', decision),
      ]
      statuses[role] = answers.map(({ status }) => status)
    }
    expect(statuses).toEqual({
      viewer: [403, 403, 403, 403, 403, 200, 403],
      editor: [403, 403, 403, 403, 403, 200, 404],
      admin: [200, 200, 200, 200, 409, 200, 404],
    })
    expect((await ask('editor', deleteOne, 'DELETE', one)).status).toBe(403)
    expect((await ask('admin', deleteOne, 'DELETE', one)).status).toBe(204)
    const left = ruleList.parse(await (await ask('admin', getRules, 'GET')).json())
    expect(left.rules.map(({ name }) => name)).toEqual(['New'])
  })
})
