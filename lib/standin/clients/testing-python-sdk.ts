import * as z from 'zod'
import { readAs, searchAnswer, type Reach } from './testing'

/**
 * The requests of the official Python SDK (SafetyCulture/safetyculture-sdk-python: safetypy/safetypy.py). This file was
 * written after reading the SDK and contains none of its code. Responses must have every field that the SDK reads.
 */

const media = z.looseObject({ media_id: z.string(), file_ext: z.string().optional() })
const item = z.looseObject({
  item_id: z.string(),
  media: z.array(media).optional(),
  responses: z.looseObject({ image: media.optional() }).optional(),
  options: z.looseObject({ media: media.optional() }).optional(),
})
const inspection = z.looseObject({
  audit_id: z.string(),
  template_id: z.string(),
  audit_data: z.looseObject({ name: z.string() }),
  template_data: z.looseObject({ metadata: z.looseObject({ name: z.string() }) }),
  header_items: z.array(item),
  items: z.array(item),
})
export type Inspection = z.infer<typeof inspection>

const preference = z.object({ id: z.string(), label: z.string(), is_global: z.boolean(), is_default: z.boolean() })
const response = z.looseObject({ id: z.string(), label: z.string() })
const groups = z.object({ groups: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
const member = z.looseObject({
  user_id: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  status: z.string(),
})
const anything = z.looseObject({})

const uuid = /^[A-Fa-f0-9]{8}(-[A-Fa-f0-9]{4}){3}-[A-Fa-f0-9]{12}$/
const preferenceId = /^template_[a-fA-F0-9]{32}:[A-Fa-f0-9]{8}(-[A-Fa-f0-9]{4}){3}-[A-Fa-f0-9]{12}$/

export class PythonSdk {
  constructor(private readonly reach: Reach) {}

  #make(method: string, target: string, body?: unknown): Request {
    return new Request(target.startsWith('http') ? target : `${this.reach.baseUrl}${target}`, {
      method,
      headers: {
        authorization: `Bearer ${this.reach.token}`,
        'user-agent': 'safetyculture-python-sdk',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
  async #ask<Shape>(schema: z.ZodType<Shape>, method: string, target: string, body?: unknown): Promise<Shape> {
    const request = this.#make(method, target, body)
    return readAs(schema, request, await this.reach.send(request))
  }

  discoverAudits(modifiedAfter: string) {
    const query = `field=audit_id&field=modified_at&order=asc&modified_after=${modifiedAfter}&completed=true`
    return this.#ask(searchAnswer, 'GET', `/audits/search?${query}`)
  }
  async discoverTemplates() {
    const answer = z.object({ templates: z.array(z.object({ template_id: z.string(), name: z.string() })) })
    return (await this.#ask(answer, 'GET', '/templates/search?field=template_id&field=name')).templates
  }
  getAudit(auditId: string): Promise<Inspection> {
    return this.#ask(inspection, 'GET', `/audits/${auditId}`)
  }
  async listPreferences(templateId?: string) {
    const answer = z.object({ preferences: z.array(preference) })
    const query = templateId === undefined ? '' : `?template_id=${templateId}`
    return (await this.#ask(answer, 'GET', `/preferences/search${query}`)).preferences
  }

  /**
   * Starts a report, polls until it is ready, and fetches its link. Like every request, this one has the token. Null
   * when refused.
   */
  async getExport(auditId: string, format: 'PDF' | 'WORD', layout?: string): Promise<Buffer | null> {
    if (layout !== undefined && !preferenceId.test(layout)) throw new Error(`${layout} is not taken`)
    const wanted = layout === undefined ? {} : { preference_id: layout.split(':')[1] }
    const path = `/audits/${auditId}/report`
    const started = await this.#ask(z.object({ messageId: z.string().regex(uuid) }), 'POST', path, {
      format,
      ...wanted,
    })
    const state = z.object({ status: z.string(), url: z.string().optional() })
    for (;;) {
      const { status, url } = await this.#ask(state, 'GET', `${path}/${started.messageId}`)
      if (status === 'SUCCESS' && url !== undefined) {
        const answer = await this.reach.send(this.#make('GET', url))
        const bytes = Buffer.from(await answer.arrayBuffer())
        return answer.status === 200 ? bytes : null
      }
      if (status !== 'IN_PROGRESS') throw new Error(`the report of ${auditId} is ${status}`)
      this.reach.onPoll?.()
    }
  }

  /** Null for any status other than 200; 204 means the file has not arrived yet. */
  async getMedia(auditId: string, mediaId: string): Promise<{ type: string; bytes: number } | null> {
    const answer = await this.reach.send(this.#make('GET', `/audits/${auditId}/media/${mediaId}`))
    const bytes = (await answer.arrayBuffer()).byteLength
    return answer.status === 200 ? { type: answer.headers.get('content-type') ?? '', bytes } : null
  }
  async getWebReport(auditId: string): Promise<string> {
    return (await this.#ask(z.object({ url: z.url() }), 'GET', `/audits/${auditId}/web_report_link`)).url
  }

  getResponseSets() {
    const row = z.looseObject({ responseset_id: z.string(), name: z.string() })
    return this.#ask(z.object({ response_sets: z.array(row) }), 'GET', '/response_sets')
  }
  async getResponses(setId: string) {
    return (await this.#ask(z.looseObject({ responses: z.array(response) }), 'GET', `/response_sets/${setId}`))
      .responses
  }
  createResponseSet(name: string, labels: readonly string[]) {
    return this.#ask(anything, 'POST', '/response_sets', { name, responses: labels.map((label) => ({ label })) })
  }
  createResponse(setId: string, label: string) {
    return this.#ask(anything, 'POST', `/response_sets/${setId}/responses`, { label })
  }
  deleteResponse(setId: string, responseId: string) {
    return this.#ask(anything, 'DELETE', `/response_sets/${setId}/responses/${responseId}`)
  }

  /** get_my_org: the first connection that is an organization. */
  async getOrganization(): Promise<string> {
    const answer = z.object({ groups: z.array(z.looseObject({ id: z.string(), type: z.string() })) })
    const { groups: all } = await this.#ask(answer, 'GET', '/share/connections')
    const found = all.find(({ type }) => type === 'organisation')
    if (found === undefined) throw new Error('there is no organisation among the connections')
    return found.id
  }
  async getGroups() {
    return (await this.#ask(groups, 'GET', '/groups')).groups
  }
  async getUsersOfGroup(groupId: string) {
    return (await this.#ask(z.looseObject({ users: z.array(member) }), 'GET', `/groups/${groupId}/users`)).users
  }
  /** @returns user.user_id */
  async addUser(user: { firstname: string; lastname: string; email: string }): Promise<string> {
    const answer = z.looseObject({ user: z.looseObject({ user_id: z.string() }) })
    return (await this.#ask(answer, 'POST', '/users', { ...user, reset_password_required: true })).user.user_id
  }
  addUserToGroup(groupId: string, userId: string) {
    return this.#ask(anything, 'POST', `/groups/${groupId}/users`, { user_id: userId })
  }
  deactivateUser(userId: string) {
    return this.#ask(anything, 'PUT', `/users/${userId}`, { status: 'inactive' })
  }
  removeUserFromGroup(groupId: string, userId: string) {
    return this.#ask(z.object({ ok: z.literal(true) }), 'DELETE', `/groups/${groupId}/users/${userId}`)
  }
}
