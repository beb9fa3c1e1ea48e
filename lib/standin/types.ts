/** The inspection document as the service writes it (service.md 1). */
export interface MediaRef {
  media_id: string
  file_ext: string
  href: string
  date_created: string
  label: string
}

export interface Choice {
  id: string
  label: string
  short_label: string
  colour: string
  score: number
  enable_score: boolean
  type: string
}

export interface Item {
  item_id: string
  parent_id?: string
  label: string
  type: string
  options?: Record<string, unknown>
  responses?: Record<string, unknown>
  media?: MediaRef[]
  children?: string[]
  scoring?: Record<string, number>
  inactive?: boolean
  evaluation?: boolean
  [extra: string]: unknown
}

export interface InspectionDocument {
  template_id: string
  audit_id: string
  archived: boolean
  created_at: string
  modified_at: string
  audit_data: Record<string, unknown>
  template_data: Record<string, unknown>
  header_items: Item[]
  items: Item[]
  media?: MediaRef[]
  [extra: string]: unknown
}

export type ChoiceSet =
  | 'yesno'
  | 'safe'
  | 'passfail'
  | 'condition'
  | 'ppe'
  | 'allergens'
  | 'hazards'
  | 'shift'
  | 'damage'

/** Subjects of photos; each has pictures of an intact and of a failed one. */
export type Scene =
  | 'racking'
  | 'extinguisher'
  | 'forklift'
  | 'kitchen'
  | 'scaffold'
  | 'firstaid'
  | 'panel'
  | 'floor'
  | 'van'
  | 'playground'
  | 'fridge'
  | 'exit'
  | 'boxes'

/** A question of a template, as its author defined it. */
export interface Node {
  type: string
  label: string
  set?: ChoiceSet
  /** What inspectors write when it fails. */
  notes?: readonly string[]
  scene?: Scene
  /** Probability of a photo when nothing is wrong. */
  photo?: number
  mandatory?: boolean
  texts?: readonly string[]
  range?: readonly [min: number, max: number, increment: number]
  /** The answers of a slider lie in this part of its range. */
  usual?: readonly [from: number, to: number]
  link?: string
  children?: readonly Node[]
  /** Usual number of instances of a repeated group. */
  repeats?: readonly [from: number, to: number]
}

export interface Blueprint {
  key: string
  name: string
  /** First part of an inspection's title. */
  short: string
  /** Prefix of the document number. */
  code: string
  description: string
  scene: Scene
  /** Share of the inspections, per 1,000. */
  share: number
  /** Names that people give the inspected object: a truck, a vehicle, an area. */
  subjects: readonly string[]
  sections: readonly Node[]
}
