// The source documents on stdio.
import { openStdioChannel } from '../../world/channels/stdio-channel.ts'
import { documentScenarios } from './document-scenarios.ts'

documentScenarios(openStdioChannel)
