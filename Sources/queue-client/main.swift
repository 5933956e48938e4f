print("queue-client")
