import * as z from 'zod'
import { questionKeyMax } from '@/lib/ids'

// Apart from the schema of a report, because a list names the assets and questions of its filters and shows no report.

/** Query of GET /api/inspections/assets: values of the filter `asset`. */
export const assetsQuery = z.object({ ref: z.array(z.string().max(500)).max(100) })

/** An asset that answers name. `ref` is the value of the filter: its id, or its text where the service gives no id. */
export const namedAsset = z.object({ ref: z.string(), label: z.string() })
export type NamedAsset = z.infer<typeof namedAsset>
export const assetNames = z.object({ assets: z.array(namedAsset) })

/** Query of GET /api/inspections/questions: values of the filters `failedQuestion` and `answeredQuestion`. */
export const questionsQuery = z.object({ key: z.array(z.string().max(questionKeyMax)).max(20) })

/** A question by the value of the filter, as it is written in an inspection, and that one's template. */
const questionName = z.object({ key: z.string(), label: z.string(), templateName: z.string().nullable() })
export type QuestionName = z.infer<typeof questionName>
export const questionNames = z.object({ questions: z.array(questionName) })
