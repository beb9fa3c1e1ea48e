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

/** What photos can show; each has pictures of the thing in order and of the thing that failed. */
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

/** A question of a template, as its maker drew it. */
export interface Node {
  type: string
  label: string
  set?: ChoiceSet
  /** What inspectors write when it fails. */
  notes?: readonly string[]
  scene?: Scene
  /** Chance of a photo although nothing is wrong. */
  photo?: number
  mandatory?: boolean
  texts?: readonly string[]
  range?: readonly [min: number, max: number, increment: number]
  /** Where an answer of a slider usually lies; above `failAbove` of the range it reads as a finding. */
  usual?: readonly [from: number, to: number]
  link?: string
  children?: readonly Node[]
  /** Instances that a repeated group usually has. */
  repeats?: readonly [from: number, to: number]
}

export interface Blueprint {
  key: string
  name: string
  /** Leads the title of an inspection. */
  short: string
  /** Prefix of the document number. */
  code: string
  description: string
  scene: Scene
  /** How many of 1,000 inspections come from it. */
  share: number
  /** What people give the inspected thing as a name: a truck, a vehicle, an area. */
  subjects: readonly string[]
  sections: readonly Node[]
}
