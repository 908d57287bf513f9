document.title = 'Dashboard'
