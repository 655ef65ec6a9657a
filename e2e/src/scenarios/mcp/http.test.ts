// The scenarios of MCP on streamable HTTP.
import { mcpScenarios } from './mcp-scenarios.ts'

mcpScenarios('http')
