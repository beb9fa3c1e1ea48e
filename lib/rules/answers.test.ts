import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as getQuestions } from '@/app/api/rules/questions/route'
import type { Actor } from '@/lib/access/actor'
import { HandClock, installTestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { buildReport } from '@/lib/report/model'
import { addReviewer } from '@/lib/review/testing'
import { versionWatch } from '@/lib/sync/documents/version-watch'
import { meetsAnswer } from './answer-model'
import { writeAnswerWhere } from './answers-data'
import { decideVersions } from './decide'
import { createRule } from './mutations'
import { previewRule } from './preview-data'
import { newRule, questionList, type AnswerCondition } from './schema'
import { addRule, answerTrigger, idOfAudit, makeVersion, storeVersions, versionOf } from './testing'

let db: TestDatabase
let admin: Actor
let auth: ReturnType<typeof installTestAuth>

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, new HandClock())
  versionWatch().watch = decideVersions
  admin = await addReviewer(db, 'admin')
})
beforeEach(async () => {
  for (const table of ['rules', 'notices', 'inspection_documents', 'inspections'])
    await db.query(`delete from ${table}`)
})
afterAll(() => db.close())

const actions = () => [{ kind: 'notify' as const, userIds: [admin.userId], roles: [], email: false }]
const hits = async () =>
  (await db.query<{ audit_id: string; version: string }>('select audit_id, version from rule_hits order by version'))
    .rows
const isAnsweredBy = (item: object, condition: AnswerCondition) =>
  meetsAnswer(buildReport({ items: [{ item_id: 'Q', label: 'Q', ...item }] }), { question: 'q', condition })

const chosen = (...labels: string[]) => ({
  type: 'list',
  responses: { selected: labels.map((label) => ({ label })) },
})
const text = (value: string) => ({ type: 'text', responses: { text: value } })

const askQuestions = async (role: 'admin' | 'editor') => {
  const { userId } = await auth.addPerson(role)
  const { cookie } = await auth.signInAs(userId)
  const url = `${auth.origin}/api/rules/questions?templateId=template_1`
  return getQuestions(new Request(url, { headers: { cookie } }), { params: Promise.resolve({}) })
}

describe('a condition on an answer', () => {
  it.each([
    ['one of several selected responses', chosen('Oil', 'Brakes'), { test: 'equals', text: ' brakes ' }, true],
    ['all selected responses', chosen('Oil', 'Brakes'), { test: 'equals', text: 'oil, brakes' }, true],
    ['only a part of a selected response', chosen('Brakes worn'), { test: 'equals', text: 'Brakes' }, false],
    ['a part of a text, in any case', text('The MAST  wobbles'), { test: 'contains', text: 'mast wobbles' }, true],
    ['a text without the words', text('Fine'), { test: 'contains', text: 'mast' }, false],
    [
      'a switch, in the format of open data',
      { type: 'switch', responses: { value: true } },
      { test: 'equals', text: 'TRUE' },
      true,
    ],
    ['a slider above a number', { type: 'slider', responses: { value: 81 } }, { test: 'above', number: 80 }, true],
    ['a slider at the number', { type: 'slider', responses: { value: 80 } }, { test: 'above', number: 80 }, false],
    ['a text with a decimal comma', text(' 79,5 '), { test: 'below', number: 80 }, true],
    ['a text with a unit, which is not a number', text('12 bar'), { test: 'below', number: 80 }, false],
    ['an empty answer, which is not a number', text(''), { test: 'below', number: 80 }, false],
    ['a failed answer', { ...chosen('No'), responses: { selected: [], failed: true } }, { test: 'failed' }, true],
    ['an answer that did not fail', chosen('Yes'), { test: 'failed' }, false],
  ] as const)('compares %s', (_, item, condition, expected) => {
    expect(isAnsweredBy(item, condition)).toBe(expected)
  })

  it('leaves out questions that a condition of the template hid', () => {
    const item = { ...text('mast'), inactive: true }
    expect(isAnsweredBy(item, { test: 'contains', text: 'mast' })).toBe(false)
  })
})

describe('a rule about an answer', () => {
  it.each([
    ['equals', answerTrigger()],
    ['failed', answerTrigger({ test: 'failed' })],
    ['above', answerTrigger({ test: 'above', number: 100 }, 'hours')],
  ])('acts once on each version whose answer starts to meet the condition (%s)', async (_, trigger) => {
    await addRule(db, admin, { trigger })
    const broken = [false, true, true, false, true]
    for (const [version, isBroken] of broken.entries())
      for (let time = 0; time < 2; time += 1) await storeVersions(db, [makeVersion(1, version, { isBroken })])
    // A version that arrives late changes nothing.
    await storeVersions(db, [makeVersion(1, 2, { isBroken: true })])
    expect(await hits()).toEqual([
      { audit_id: idOfAudit(1), version: versionOf(1) },
      { audit_id: idOfAudit(1), version: versionOf(4) },
    ])
  })

  it('ignores other templates and versions from before the rule', async () => {
    await createRule(admin, newRule.parse({ name: 'Now', trigger: answerTrigger(), actions: actions() }), db)
    await addRule(db, admin, { trigger: { ...answerTrigger(), templateId: 'template_2' } })
    await storeVersions(db, [makeVersion(1, 1, { isBroken: true })])
    expect(await hits()).toEqual([])
  })
})

describe('the preview of a rule about an answer', () => {
  const conditions = [{ test: 'equals', text: 'broken' }, { test: 'failed' }] as const

  it.each(conditions)('counts stored documents of the last days, and can test one ($test)', async (condition) => {
    for (let number = 0; number < 6; number += 1)
      await storeVersions(db, [makeVersion(number, 1, { isBroken: number % 2 === 0 })])
    await db.query(`update inspections set modified_at = now() - interval '40 days'`)
    await db.query(`update inspections set modified_at = now() where audit_id <> $1`, [idOfAudit(0)])
    const ask = { trigger: answerTrigger(condition), actions: actions() }
    expect(await previewRule(admin, ask, db)).toMatchObject({
      total: 2,
      isExact: true,
      read: null,
      items: [{ id: idOfAudit(2), title: 'broken' }, { id: idOfAudit(4) }],
    })
    const test = async (number: number) => (await previewRule(admin, { ...ask, auditId: idOfAudit(number) }, db)).total
    expect([await test(0), await test(1), await test(2)]).toEqual([1, 0, 1])
    // On request, the rule acts on what the preview counted.
    await createRule(admin, newRule.parse({ ...ask, name: 'Past', actsOnPast: true }), db)
    expect((await hits()).map((hit) => hit.audit_id).toSorted()).toEqual([idOfAudit(2), idOfAudit(4)])
  })

  it('says how many documents it has read if it does not read all', async () => {
    for (let number = 0; number < 4; number += 1) await storeVersions(db, [makeVersion(number, 1, { isBroken: true })])
    await db.query(`update inspections set modified_at = now()`)
    const { read } = await writeAnswerWhere(db, answerTrigger(), { max: 3 })
    expect(read).toEqual({ documents: 3, of: 4 })
  })

  it('offers the questions of a template with answers, to admins only', async () => {
    await storeVersions(db, [makeVersion(1, 1, { isBroken: true }), makeVersion(2, 1, { isBroken: false })])
    expect((await askQuestions('editor')).status).toBe(403)
    const { questions } = questionList.parse(await (await askQuestions('admin')).json())
    expect(questions.find(({ question }) => question === 'state')).toEqual({
      question: 'state',
      label: 'State of it',
      answers: expect.arrayContaining(['Broken', 'Fine']),
    })
  })
})
