import { declareKeeping } from './keeping'
import { declareSearching } from './searching'
import { declareWalking } from './walking'

// One file, so that one worker fills one console with twenty thousand inspections; the parts are declared beside it.
declareSearching()
declareWalking()
declareKeeping()
