// The scenarios of MCP on the standard streams of `countersign mcp`.
import { mcpScenarios } from './mcp-scenarios.ts'

mcpScenarios('stdio')
