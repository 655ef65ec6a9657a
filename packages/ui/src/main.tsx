import './theme/theme.css'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root') as HTMLElement).render(<p className="text-muted">Countersign</p>)
