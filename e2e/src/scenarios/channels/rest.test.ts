// The source documents on REST.
import { openRestChannel } from '../../world/channels/rest-channel.ts'
import { documentScenarios } from './document-scenarios.ts'

documentScenarios(openRestChannel)
