import type { Handler } from './context'
import { createInspection, getInspection, getMedia, searchInspections, updateInspection } from './inspections'
import {
  getExportProfile,
  getResponseSet,
  listGroups,
  listResponseSets,
  listShareConnections,
  searchExportProfiles,
  searchPreferences,
  searchTemplates,
  whoAmI,
} from './lists'

/** What is built, by the operation's name. Every other operation of the table answers 501. */
export const handlers: Readonly<Record<string, Handler>> = {
  searchInspections,
  getInspection,
  createInspection,
  updateInspection,
  getMedia,
  searchTemplates,
  searchExportProfiles,
  getExportProfile,
  searchPreferences,
  listResponseSets,
  getResponseSet,
  listShareConnections,
  listGroups,
  whoAmI,
}
