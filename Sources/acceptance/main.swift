print("acceptance")
