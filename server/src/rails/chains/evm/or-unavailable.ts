export { orUnavailable } from '../or-unavailable.ts'
