import '../shared/base.css'
import { createRoot } from 'react-dom/client'
import { DesignPage } from './design-page.tsx'

const page = document.getElementById('page')
if (page !== null) createRoot(page).render(<DesignPage />)
