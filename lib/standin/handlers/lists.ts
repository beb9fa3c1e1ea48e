import { answerJson } from '../answers'
import { blueprints } from '../demo/blueprints'
import { ownerId, templateIdOf } from '../demo/document'
import { hashText, makeUuid } from '../random'
import { Refusal } from '../refusals'
import { organizationId, teams } from '../users/demo'
import type { Handler } from './context'
import { readChoice, readFields, readLimit, readTime } from './query'

const templateFields = ['template_id', 'name', 'modified_at', 'created_at']

/** The demo's templates with times that never change. */
const templates = blueprints
  .map((blueprint, at) => ({
    template_id: templateIdOf(blueprint),
    name: blueprint.name,
    created_at: new Date(Date.UTC(2024, at, 3 + at, 9, 12 + at)).toISOString(),
    modified_at: new Date(Date.UTC(2025, (at * 5) % 8, 2 + at, 15, 3 * at, 11, 37 * at)).toISOString(),
  }))
  .sort((a, b) => (a.modified_at < b.modified_at ? -1 : 1))

export const searchTemplates: Handler = ({ query, bound }) => {
  const fields = readFields(query, templateFields, 'template_id', false) ?? ['template_id', 'modified_at']
  const after = readTime(query, 'modified_after')
  const before = readTime(query, 'modified_before')
  const edge = bound === 'inclusive' ? 0 : 1
  const limit = readLimit(query)
  // None of the demo's templates is archived.
  const shown = readChoice(query, 'archived', ['true', 'false', 'both'] as const, 'false') === 'true' ? [] : templates
  const found = shown.filter(({ modified_at }) => {
    const time = Date.parse(modified_at)
    return (after === null || time >= after + edge) && (before === null || time <= before - edge)
  })
  const ordered = readChoice(query, 'order', ['asc', 'desc'] as const, 'asc') === 'asc' ? found : found.toReversed()
  const page = ordered
    .slice(0, limit)
    .map((template) =>
      Object.fromEntries(Object.entries(template).filter(([name]) => name === 'template_id' || fields.includes(name))),
    )
  return answerJson({ count: page.length, total: found.length, templates: page })
}

/** Export profiles, of one template or of all. */
export function listProfiles(templateId?: string) {
  return templates
    .filter(({ template_id }) => templateId === undefined || template_id === templateId)
    .flatMap(({ template_id, name }) =>
      ['Standard report', 'Failed items only'].map((label, at) => ({
        id: `${template_id}:${makeUuid(hashText(template_id), at, 0xe)}`,
        name: label,
        templates: [{ id: template_id, name }],
      })),
    )
}

export const searchExportProfiles: Handler = ({ query }) => {
  const wanted = query.getAll('template')
  const profiles = listProfiles().filter(
    (profile) => wanted.length === 0 || profile.templates.some(({ id }) => wanted.includes(id)),
  )
  return answerJson({ export_profiles: profiles })
}

export const getExportProfile: Handler = ({ params }) => {
  const profile = listProfiles().find(({ id }) => id === params['id'])
  if (!profile) throw new Refusal(404, 'The requested export profile was not found')
  return answerJson(profile)
}

/** Report preferences of a template. */
export function listPreferences(templateId: string) {
  return templates
    .filter(({ template_id }) => template_id === templateId)
    .flatMap(({ template_id, name }) =>
      [`${name}: full report`, 'Photos in full width'].map((label, at) => ({
        id: `${template_id}:${makeUuid(hashText(template_id), at, 0xf)}`,
        label,
        // INFERRED: clients show both; no public page says which preferences are global.
        is_global: at === 1,
        is_default: at === 0,
      })),
    )
}

export const searchPreferences: Handler = ({ query }) => {
  const wanted = query.getAll('template_id')
  const asked = wanted.length === 0 ? templates.map(({ template_id }) => template_id) : [...new Set(wanted)]
  return answerJson({ preferences: asked.flatMap(listPreferences) })
}

export const listShareConnections: Handler = () => answerJson({ groups: teams })

export const whoAmI: Handler = () =>
  answerJson({ user_id: ownerId, organisation_id: organizationId, firstname: 'Robin', lastname: 'Sayers' })
