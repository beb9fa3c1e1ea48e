import { expect, it } from 'vitest'
import { isTest, readSources } from './sources'

// Dialogs and forms that load late themselves, what only the server reads, and pages that cannot be shown without zod: the
// editor of a status group, and the log, which reads what old entries keep.
const allowed = [
  'components/api-tokens/service-account-dialog.tsx',
  'components/api-tokens/token-form.tsx',
  'components/export-schedules/time-fields.tsx',
  'components/saved-views/name-dialog.tsx',
  'components/status-groups/dialogs/create-draft.ts',
  'components/status-groups/dialogs/use-delete-group.ts',
  'components/status-groups/editor/editor-state.ts',
  'lib/activity/sentence-changes-model.ts',
  'lib/activity/sentence-values-model.ts',
  'lib/activity/view.ts',
  'lib/browser/late/body-schemas.ts',
  'lib/browser/live/tab-schema.ts',
  'lib/browser/preferences/read-preferences.ts',
  'lib/saved-views/file-model.ts',
]

const runsInBrowsers =
  /^(?:components\/|lib\/browser\/|lib\/[^/]+\/(?:[a-z-]+-)?(?:queries|model|view)\.ts$)(?!.*testing)/
// Types cost nothing, and `lateSchemas` imports inside a function.
const valueOfSchema = /^import\s+(?!type\s)[^'"`;]*?\sfrom\s+'(?:zod|[^']*\bschema)'/m

it('a page loads zod and schemas only where it cannot do without them', () => {
  const found = readSources()
    .filter(({ file, text }) => !isTest(file) && runsInBrowsers.test(file) && valueOfSchema.test(text))
    .map(({ file }) => file)
  expect(found.toSorted()).toEqual(allowed)
})
