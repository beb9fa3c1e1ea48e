import { createContext, useContext } from 'react'

/** Opens the viewer at a file. The page provides this function, because its address contains the open file. */
export const MediaOpenerContext = createContext<(mediaId: string) => void>(() => {})

export function useMediaOpener(): (mediaId: string) => void {
  return useContext(MediaOpenerContext)
}
