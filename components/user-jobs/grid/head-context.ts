import { createContext, type ReactNode } from 'react'

/** Renders the field of a column in the header of the grid. Null if the field cannot be changed here. */
export const HeadContext = createContext<((column: number) => ReactNode) | null>(null)
