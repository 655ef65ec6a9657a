// The source documents on the CodeLab WebSocket.
import { openSocketChannel } from '../../world/channels/socket-channel.ts'
import { documentScenarios } from './document-scenarios.ts'

documentScenarios(openSocketChannel)
