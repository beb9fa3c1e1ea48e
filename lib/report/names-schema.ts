import * as z from 'zod'
import { questionKeyMax } from '@/lib/ids-model'

// In a file of its own without the schema of a report, because a list needs the names of assets and questions in its
// filters but shows no report.

/** Query of GET /api/inspections/assets. */
export const assetsQuery = z.object({
  /** Values of the filter `asset`: IDs of assets, or their texts if SafetyCulture returns no ID. */
  ref: z.array(z.string().max(500)).max(100),
})

/**
 * An asset in an answer. `ref` is the value of the filter: the id of the asset, or its text if the service gives no id.
 */
export const namedAsset = z.object({ ref: z.string(), label: z.string() })
export type NamedAsset = z.infer<typeof namedAsset>
export const assetNames = z.object({ assets: z.array(namedAsset) })

/** Query of GET /api/inspections/questions. */
export const questionsQuery = z.object({
  /** Values of the filters `failedQuestion` and `answeredQuestion`. */
  key: z.array(z.string().max(questionKeyMax)).max(100),
})

/**
 * The name of a question: the value of the filter, the label as an inspection has it, and that inspection's template.
 */
const questionName = z.object({ key: z.string(), label: z.string(), templateName: z.string().nullable() })
export type QuestionName = z.infer<typeof questionName>
export const questionNames = z.object({ questions: z.array(questionName) })
