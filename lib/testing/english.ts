import messages from '@/lib/messages/en.json'
import { nameService, usualServiceName } from '@/lib/messages/service-name'

/** The English messages as the console hands them to pages. */
export const en = nameService(messages, usualServiceName)
